import { NgsiError } from '../errors';
import type { JsonValue } from '../json/json-value';
import { nestingError } from '../json/parse-json';
import { parseJsonAsTexts } from '../json/parse-json-as-texts';
import { COMPOUND_NESTING } from './compound-value';
import { NOT_JSON, parsingFault } from './status-code';

/**
 * Reads an NGSIv1 payload. Its scalars are all texts, namely the characters that were sent: `1.50` is the text `1.50`,
 * `true` the text `true`; no digit of a large number is lost.
 *
 * @throws Ngsiv1Fault 400  `JSON Parse Error`, or the text about nesting
 */
export function parsePayload(body: Uint8Array): JsonValue {
  try {
    return parseJsonAsTexts(body);
  } catch (error) {
    if (!(error instanceof NgsiError)) throw error;
    throw parsingFault(error.message === nestingError().message ? COMPOUND_NESTING : NOT_JSON);
  }
}
