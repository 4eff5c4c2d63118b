import { checkValueCount } from '@smart-city/context';

/** Where `word` first stands outside single quotes, from `start` on, which is outside; -1 for nowhere. */
export function indexOutsideQuotes(text: string, word: string, start = 0): number {
  let quoted = false;
  for (let index = start; index < text.length; index++) {
    if (text[index] === "'") quoted = !quoted;
    else if (!quoted && text.startsWith(word, index)) return index;
  }
  return -1;
}

/** The parts between commas outside single quotes: values of a list. @throws BadRequest  too many */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = indexOutsideQuotes(text, ','); at !== -1; at = indexOutsideQuotes(text, ',', start)) {
    parts.push(text.slice(start, at));
    checkValueCount(parts.length);
    start = at + 1;
  }
  parts.push(text.slice(start));
  return parts;
}
