/** The NGSIv2 error names (`error` member of an answer) with their HTTP status. */
export const NGSI_ERROR_STATUS = {
  BadRequest: 400,
  ParseError: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  TooManyResults: 409,
  ContentLengthRequired: 411,
  PreconditionFailed: 412,
  RequestEntityTooLarge: 413,
  NoResourcesAvailable: 413,
  UnsupportedMediaType: 415,
  Unprocessable: 422,
  PartialUpdate: 422,
  TooManyRequests: 429,
  InternalServerError: 500,
  InternalError: 500,
  NotImplemented: 501,
  ServiceUnavailable: 503,
  GatewayTimeout: 504,
} as const;

export type NgsiErrorName = keyof typeof NGSI_ERROR_STATUS;

/** A fault of a request, with the exact texts a client of the original sees. Rendered only by the HTTP error filter. */
export class NgsiError extends Error {
  override readonly name = 'NgsiError';
  readonly status: number;
  /** What the log says of the fault, where that is more than the description. */
  readonly logged: string | undefined;

  constructor(
    readonly error: NgsiErrorName,
    /** The description before escaping. */
    description: string,
    options: { readonly status?: number; readonly cause?: unknown; readonly logged?: string } = {},
  ) {
    super(description, { cause: options.cause });
    this.status = options.status ?? NGSI_ERROR_STATUS[error];
    this.logged = options.logged;
  }
}

/** @param logged  see {@link NgsiError.logged} */
export const badRequest = (description: string, logged?: string) =>
  new NgsiError('BadRequest', description, logged === undefined ? {} : { logged });
