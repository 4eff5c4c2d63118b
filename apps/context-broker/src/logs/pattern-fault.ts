/** What the C library says of a POSIX extended expression that it cannot compile; Orion writes it into its log. */
export function patternFault(source: string): string {
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') {
      if (at + 1 === source.length) return 'Trailing backslash';
      at++;
    } else if (char === '[') {
      const end = endOfBrackets(source, at);
      if (end === undefined) return 'Unmatched [, [^, [:, [., or [=';
      if (hasBackwardRange(source.slice(at + 1, end))) return 'Invalid range end';
      at = end;
    } else if (char === '(') depth++;
    else if (char === ')') depth--;
    if (depth < 0) return 'Unmatched ) or \\)';
  }
  if (depth > 0) return 'Unmatched ( or \\(';
  return /\{(\d+),(\d+)\}/.test(source)
    ? 'Invalid content of \\{\\}'
    : 'Invalid preceding regular expression';
}

/** A bracket right after the opening one is a character like others. */
function endOfBrackets(source: string, start: number): number | undefined {
  const first = source[start + 1] === '^' ? start + 2 : start + 1;
  for (let at = first; at < source.length; at++) {
    if (source[at] === ']' && at > first) return at;
    const named = source[at] === '[' && ':.='.includes(source[at + 1] ?? ' ');
    if (!named) continue;
    const end = source.indexOf(`${source[at + 1]}]`, at + 2);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return undefined;
}

const hasBackwardRange = (inside: string): boolean =>
  [...inside.matchAll(/([^\]])-([^\]])/g)].some(([, from = '', to = '']) => from > to);
