/** Error types of NGSI-LD: the last part of the `type` of a ProblemDetails (GS CIM 009 §5.5.2). */
export type NgsiLdErrorType =
  | 'InvalidRequest'
  | 'BadRequestData'
  | 'AlreadyExists'
  | 'Conflict'
  | 'ResourceNotFound'
  | 'NonexistentTenant'
  | 'OperationNotSupported'
  | 'TooComplexQuery'
  | 'TooManyResults'
  | 'LdContextNotAvailable'
  | 'NoMultiTenantSupport'
  | 'InternalError';

/** HTTP status of each error type (GS CIM 009 §6.3.2). */
export const NGSILD_STATUS: Readonly<Record<NgsiLdErrorType, number>> = {
  InvalidRequest: 400,
  BadRequestData: 400,
  AlreadyExists: 409,
  Conflict: 409,
  ResourceNotFound: 404,
  NonexistentTenant: 404,
  OperationNotSupported: 422,
  TooComplexQuery: 403,
  TooManyResults: 403,
  LdContextNotAvailable: 504,
  NoMultiTenantSupport: 501,
  InternalError: 500,
};

/** Fault of a request, with the texts that a ProblemDetails shows. */
export class NgsiLdFault extends Error {
  override readonly name = 'NgsiLdFault';

  /**
   * @param type    what a client can act on
   * @param title   a short sentence, the same for each fault of the kind
   * @param detail  what is wrong in this request
   */
  constructor(
    readonly type: NgsiLdErrorType,
    readonly title: string,
    readonly detail: string,
  ) {
    super(`${title}: ${detail}`);
  }
}

/** Makes the fault of a request whose meaning is wrong. */
export const badRequestData = (title: string, detail: string): NgsiLdFault =>
  new NgsiLdFault('BadRequestData', title, detail);

/** Makes the fault of a request that names what the operation does not know, or cannot be read at all. */
export const invalidRequest = (title: string, detail: string): NgsiLdFault =>
  new NgsiLdFault('InvalidRequest', title, detail);
