import { errorMessage } from '@smart-city/service';
import { NgsiError } from '@smart-city/context';
import { UnsupportedQuery } from '../unsupported-query';
import { extendedJson } from './extended-json';

/** Where a database operation failed. */
export interface FailedOperation {
  readonly database: string;
  readonly collection: string;
  readonly operation: string;
  readonly detail: unknown;
  readonly update?: unknown;
}

/** Code of a violated unique index. */
const DUPLICATE_KEY = 11000;
/** "Can't extract geo keys": a 2dsphere index refuses the document. */
const NO_GEO_KEYS = 16755;
/** MaxTimeMSExpired */
const TOO_SLOW = 50;
/** BadValue, NotImplemented */
const UNKNOWN_OPERATOR: ReadonlySet<unknown> = new Set([2, 238]);

/**
 * A failure of the database in Orion's words: the answer to the client, and the text of the
 * `DatabaseError` alarm.
 */
export function mongoError(
  where: FailedOperation,
  cause: unknown,
): { readonly ngsiError: NgsiError; readonly detail: string } {
  const query = extendedJson(where.detail);
  const sent = where.update === undefined ? query : `<${query},${extendedJson(where.update)}>`;
  const detail =
    `collection: ${where.database}.${where.collection} - ${where.operation}(): ${sent}` +
    ` - exception: ${errorMessage(cause)}`;
  const Kind = isUnknownOperator(cause) ? UnsupportedQuery : NgsiError;
  return { ngsiError: new Kind('InternalServerError', `Database Error (${detail})`, { cause }), detail };
}

/** True when the error, or what caused it, says that a document with this `_id` exists already. */
export const isDuplicateKey = (error: unknown): boolean => codeOf(error) === DUPLICATE_KEY;

/** True when the operation was ended because it took longer than its `maxTimeMS`. */
export const isTooSlow = (error: unknown): boolean => codeOf(error) === TOO_SLOW;

/** True when the server, of those that speak MongoDB's wire, has not got an operator. */
const isUnknownOperator = (error: unknown): boolean =>
  UNKNOWN_OPERATOR.has(codeOf(error)) &&
  /unknown operator|not (?:implemented|supported)/i.test(messageOf(error));

/** True when the location of the document is no GeoJSON that the index accepts. */
export const isBadGeoJson = (error: unknown): boolean =>
  codeOf(error) === NO_GEO_KEYS || /Can't extract geo keys|unknown GeoJSON type/i.test(messageOf(error));

function codeOf(error: unknown): unknown {
  const source = error instanceof NgsiError ? error.cause : error;
  return typeof source === 'object' && source !== null && 'code' in source ? source.code : undefined;
}

function messageOf(error: unknown): string {
  const source = error instanceof NgsiError ? error.cause : error;
  return source instanceof Error ? source.message : '';
}

/** True when the driver refuses to write the document: a key with a zero byte. Nothing was sent. */
export const isUnstorable = (error: unknown): boolean => error instanceof Error && error.name === 'BSONError';

/** True when no server answered, so that trying the next operation would only cost another timeout. */
export function isDatabaseAway(error: unknown): boolean {
  const source = error instanceof NgsiError ? error.cause : error;
  return source instanceof Error && AWAY.has(source.name);
}

const AWAY: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
]);
