import type { JsonObject, JsonValue } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';

/** A language range in lower case, `*` for every language. */
export type LanguageRange = string;

const ENTRY = /^(\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9*]{1,8})*)\s*(?:;\s*[qQ]=(\d(?:\.\d{0,3})?))?$/;

/** Most ranges of one request. */
const MAX_RANGES = 50;

/**
 * Parses `lang`: ranges with weights as in Accept-Language, the most wanted first (GS CIM 009 §4.15). Those of weight 0 are
 * left out.
 *
 * @throws BadRequestData
 */
export function parseLanguageRanges(text: string): readonly LanguageRange[] {
  const entries = text.split(',');
  if (entries.length > MAX_RANGES)
    throw badRequestData('Invalid lang', `lang names at most ${MAX_RANGES} languages`);
  return entries
    .map((entry) => {
      const parts = ENTRY.exec(entry.trim());
      if (parts === null) throw badRequestData('Invalid lang', `'${entry.trim()}' is not a language range`);
      return { range: (parts[1] as string).toLowerCase(), weight: Number(parts[2] ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
}

/**
 * Chooses the language of a map: the first range that one of its tags fits (lookup of RFC 4647 §3.4), else `@none`, else the
 * first tag.
 *
 * @returns undefined for an empty map
 */
export function chosenLanguage(
  map: JsonObject,
  ranges: readonly LanguageRange[],
): readonly [tag: string, text: JsonValue] | undefined {
  const tags = new Map([...map.keys()].map((tag) => [tag.toLowerCase(), tag]));
  for (const range of ranges) {
    for (let wanted = range; wanted !== '' && wanted !== '*'; wanted = shorter(wanted)) {
      const tag = tags.get(wanted);
      if (tag !== undefined) return [tag, map.get(tag) ?? null];
    }
  }
  const [tag] = map.has('@none') ? ['@none'] : map.keys();
  return tag === undefined ? undefined : [tag, map.get(tag) ?? null];
}

/** Without its last subtag, and without a single letter that then stands last. */
function shorter(range: string): string {
  const subtags = range.split('-').slice(0, -1);
  if (subtags.length > 1 && subtags.at(-1)?.length === 1) subtags.pop();
  return subtags.join('-');
}
