/** The NGSIv2 error names (`error` member of an answer) with their HTTP status. Spec section 1.3. */
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
  RequestEntityTooLarge: 413,
  NoResourcesAvailable: 413,
  UnsupportedMediaType: 415,
  Unprocessable: 422,
  PartialUpdate: 422,
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

  constructor(
    readonly error: NgsiErrorName,
    /** The description before escaping. */
    description: string,
    options: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(description, { cause: options.cause });
    this.status = options.status ?? NGSI_ERROR_STATUS[error];
  }
}

export const badRequest = (description: string) => new NgsiError('BadRequest', description);
