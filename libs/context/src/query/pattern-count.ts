import { badRequest } from '../errors';

/** Each is tried on entity after entity. */
export const MOST_PATTERNS = 100;

/**
 * @param count  regular expressions of one query or subscription
 * @throws NgsiError BadRequest
 */
export function checkPatternCount(count: number): void {
  if (count > MOST_PATTERNS)
    throw badRequest(`too many regular expressions: ${count}, max supported: ${MOST_PATTERNS}`);
}

/** How many regular expressions a list of entities names. */
export const patternsIn = (
  entities: readonly { readonly idPattern?: string; readonly typePattern?: string }[],
): number =>
  entities.reduce(
    (sum, { idPattern, typePattern }) =>
      sum + (idPattern === undefined ? 0 : 1) + (typePattern === undefined ? 0 : 1),
    0,
  );
