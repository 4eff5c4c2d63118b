import { type JsonValue, nestingError, NgsiError } from '@smart-city/context';
import { COMPOUND_NESTING } from './compound-value';
import { NOT_JSON, parsingFault } from './status-code';

/**
 * Reads an NGSIv1 payload, whose scalars are all texts.
 *
 * @param parse  the body as JSON; throws what `parseJson` throws
 * @throws Ngsiv1Fault 400  `JSON Parse Error`, or the text about nesting
 */
export function parsePayload(parse: () => JsonValue): JsonValue {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof NgsiError)) throw error;
    throw parsingFault(error.message === nestingError().message ? COMPOUND_NESTING : NOT_JSON);
  }
}
