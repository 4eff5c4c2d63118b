import { NgsiError } from '../errors';
import type { JsonValue } from '../json/json-value';
import { nestingError, parseJson } from '../json/parse-json';
import { COMPOUND_NESTING } from './compound-value';
import { parsingFault } from './status-code';

/** A string, or a scalar that is none: a number, `true`, `false`, `null`. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[^\s[\]{},:"]+/g;

/**
 * Reads an NGSIv1 payload. Its scalars are all texts, namely the characters that were sent: `1.50` is the text `1.50`,
 * `true` the text `true`; no digit of a large number is lost.
 *
 * @throws Ngsiv1Fault 400  `JSON Parse Error`, or the text about nesting
 */
export function parsePayload(body: Uint8Array): JsonValue {
  try {
    // As it was sent first: quotes must not mend what is no JSON.
    parseJson(body);
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    return parseJson(text.replaceAll(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)));
  } catch (error) {
    if (!(error instanceof NgsiError)) throw error;
    throw parsingFault(error.message === nestingError().message ? COMPOUND_NESTING : 'JSON Parse Error');
  }
}
