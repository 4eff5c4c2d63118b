import { renderEscaped } from '@smart-city/ngsiv2';

/** NGSIv1 status codes with their phrases. */
export const NGSIV1_PHRASES = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'No context element found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Too Many Results',
  411: 'Content Length Required',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  422: 'Invalid Modification',
  470: 'subscriptionId does not correspond to an active subscription',
  471: 'parameter missing in the request',
  472: 'request parameter is invalid/not allowed',
  473: 'Generic error in metadata',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
} as const;

export type Ngsiv1Code = keyof typeof NGSIV1_PHRASES;

/** How an NGSIv1 operation went; `details` only where something is to be said. */
export interface Ngsiv1Status {
  readonly code: Ngsiv1Code;
  readonly details?: string;
}

export const NGSIV1_OK: Ngsiv1Status = { code: 200 };

/** A fault of an NGSIv1 payload, which the operation reports inside its answer. */
export class Ngsiv1Fault extends Error {
  override readonly name = 'Ngsiv1Fault';

  /** @param found  while the payload was read, or while what it says was checked: some operations tell them differently */
  constructor(
    readonly status: Ngsiv1Status,
    readonly found: 'parsing' | 'checking',
  ) {
    super(status.details ?? NGSIV1_PHRASES[status.code]);
  }
}

/** The payload cannot be read: no JSON, an unknown member, a forbidden character. */
export const parsingFault = (details: string) => new Ngsiv1Fault({ code: 400, details }, 'parsing');

/** The payload was read, but what it says cannot be: a missing name, one that is too long. */
export const checkingFault = (details: string) => new Ngsiv1Fault({ code: 400, details }, 'checking');

/** The payload is no JSON, or not of the right shape. */
export const NOT_JSON = 'JSON Parse Error';

/** One of the characters `< > " ' = ; ( )` stands in a text. */
export const ILLEGAL_VALUE = 'Illegal value for JSON field';

/** `{"code":"200","reasonPhrase":"OK"}`; the code is a string everywhere. */
export function renderStatus({ code, details }: Ngsiv1Status): string {
  const known = `"code":"${code}","reasonPhrase":"${NGSIV1_PHRASES[code]}"`;
  return details === undefined || details === ''
    ? `{${known}}`
    : `{${known},"details":${renderEscaped(details)}}`;
}
