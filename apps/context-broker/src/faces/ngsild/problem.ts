import { NgsiError, renderExactJson } from '@smart-city/context';
import { NGSILD_STATUS, NgsiLdFault, type NgsiLdErrorType } from '@smart-city/ngsild';
import { Answer } from '../../http/answer';
import { Refusal } from '../../http/answer-fault';
import type { RequestFault } from '../../http/face';

const ERRORS = 'https://uri.etsi.org/ngsi-ld/errors/';

/** Writes the body of an error (RFC 7807, GS CIM 009 §5.5.2). */
export const problemText = (type: NgsiLdErrorType, title: string, detail: string, status: number): string =>
  `{"type":"${ERRORS}${type}","title":${renderExactJson(title)},"detail":${renderExactJson(detail)},"status":${status}}`;

/** Writes a fault as it stands in an answer, or in the list of what failed. */
export const problemOf = ({ type, title, detail }: NgsiLdFault): string =>
  problemText(type, title, detail, NGSILD_STATUS[type]);

/** A fault with the answer that tells it. */
export class LdRefusal extends Error implements RequestFault {
  constructor(
    readonly status: number,
    message: string,
    /** Empty for the statuses that have no body here. */
    readonly body = '',
    readonly headers: readonly string[] = [],
    override readonly cause?: unknown,
  ) {
    super(message);
  }

  answer(headers: readonly string[]): Answer {
    return new Answer(this.status, this.body, [...headers, ...this.headers], 'application/json');
  }
}

/** A fault of NGSI-LD as an answer tells it. */
export const ldRefusalOf = (fault: NgsiLdFault): LdRefusal =>
  new LdRefusal(NGSILD_STATUS[fault.type], fault.message, problemOf(fault));

/** Error types of what the frame and the core refuse, by status. */
const TYPE_OF_STATUS: Readonly<Record<number, NgsiLdErrorType>> = {
  400: 'BadRequestData',
  404: 'ResourceNotFound',
  409: 'AlreadyExists',
  500: 'InternalError',
};

const NO_BODY: ReadonlySet<number> = new Set([405, 411, 415]);

/** A fault of the frame, the core or a store as an answer of NGSI-LD tells it. */
export function ldRefusalOfError(error: NgsiError): LdRefusal {
  const { status, message } = error;
  const headers = error instanceof Refusal ? error.headers : [];
  if (error.error === 'ParseError')
    return ldRefusalOf(new NgsiLdFault('InvalidRequest', 'Invalid JSON', message));
  // A body that came in chunks, and is empty.
  if (status === 411)
    return ldRefusalOf(new NgsiLdFault('InvalidRequest', 'Invalid body', 'The body is empty'));
  if (NO_BODY.has(status)) return new LdRefusal(status, message, '', headers);
  const type = TYPE_OF_STATUS[status];
  const body =
    type === undefined
      ? `{"type":"about:blank","title":${renderExactJson(error.error)},"detail":${renderExactJson(message)},"status":${status}}`
      : problemText(type, error.error, message, status);
  return new LdRefusal(status, message, body, headers, error.cause);
}
