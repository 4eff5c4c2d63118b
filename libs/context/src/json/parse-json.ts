import { isUtf8 } from 'node:buffer';
import { INVALID_ENCODING, jsonSyntaxError } from './json-faults';
import { JsonParsing } from './json-parsing';
import type { JsonValue } from './json-value';

export { duplicateKeys } from './json-containers';
export { jsonSyntaxError, MAX_VALUE_NESTING, nestingError } from './json-faults';

export interface JsonLimits {
  /** Deeper texts are refused once they prove to be JSON, so that recursive readers of the result are safe. Default 500. */
  readonly maxDepth?: number;
  /**
   * Every scalar is a text, namely the characters that were sent: `1.50` is the text `1.50`, `true` the text `true`; no digit of a
   * large number is lost.
   */
  readonly asTexts?: boolean;
}

const DEFAULT_MAX_DEPTH = 500;

/**
 * Parses one JSON text (RFC 8259). Objects become Maps, so order is kept and no key is special. Repeated keys are not
 * a fault here, see `duplicateKeys`. Not recursive: depth costs heap, never stack.
 *
 * @param input  text, or its UTF-8 bytes
 * @throws ParseError  not JSON, not UTF-8, a number beyond double range, a lone surrogate, or too deep
 */
export function parseJson(input: string | Uint8Array, limits: JsonLimits = {}): JsonValue {
  const text = typeof input === 'string' ? input : decodeUtf8(input);
  const parsing = new JsonParsing(text, limits.maxDepth ?? DEFAULT_MAX_DEPTH, limits.asTexts ?? false);
  parsing.goOn(Infinity);
  return parsing.value;
}

/**
 * Parses as {@link parseJson}, a slice of the text at a time, so that a large text does not keep others waiting.
 *
 * @param slice  characters, about
 * @param rest   waits between two slices
 * @throws ParseError  by rejection
 */
export async function parseJsonInSlices(
  input: Uint8Array,
  slice: number,
  rest: () => Promise<void>,
  limits: JsonLimits = {},
): Promise<JsonValue> {
  const parsing = new JsonParsing(
    decodeUtf8(input),
    limits.maxDepth ?? DEFAULT_MAX_DEPTH,
    limits.asTexts ?? false,
  );
  while (!parsing.goOn(slice)) await rest();
  return parsing.value;
}

function decodeUtf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw jsonSyntaxError(INVALID_ENCODING);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
