const SPECIAL = new Set('\\^$.|?*+()[]{}');

/**
 * A text that every match of a regular expression contains, to look candidates up by; undefined when there is none that
 * is easy to see. Only expressions without alternatives, groups, classes and counts are looked into.
 *
 * @example literalOf('^Room.*') // 'Room'
 */
export function literalOf(pattern: string): string | undefined {
  if (/[|()[\]{}\\]/.test(pattern)) return undefined;
  let longest = '';
  let current = '';
  for (let at = 0; at < pattern.length; at++) {
    const next = pattern[at + 1];
    // A character that may be missing or repeated ends the run; one that must come at least once belongs to it.
    const isOptional = next === '?' || next === '*';
    const isLiteral = !SPECIAL.has(pattern[at]!) && !isOptional;
    current = isLiteral ? current + pattern[at]! : '';
    if (current.length > longest.length) longest = current;
    if (next === '+') current = '';
  }
  return longest === '' ? undefined : longest;
}
