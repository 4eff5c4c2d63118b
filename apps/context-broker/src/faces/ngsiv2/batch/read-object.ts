import { badRequest, isJsonObject, NgsiError, type JsonObject, type JsonValue } from '@smart-city/context';

const batchSyntaxError = () => new NgsiError('ParseError', 'Errors found in incoming JSON buffer');

/** A body that must be a JSON object with members. */
export function readObject(body: JsonValue): JsonObject {
  if (!isJsonObject(body)) throw batchSyntaxError();
  if (body.size === 0) throw badRequest('empty payload');
  return body;
}
