/** Counted repeats such as `{3}`, `{3,}` and `{3,5}`. */
const countedRepeat = /\{(\d+)(?:,(\d*))?\}/y;
/** Escapes that name a class or a character in braces: `\p{Greek}`, `\x{1F600}`. */
const bracedEscape = /\\[pPx]\{[^}]*\}/y;
/** A literal run; it lasts to the end of the pattern when nothing ends it. */
const quotedRun = /\\Q([\s\S]*?)(?:\\E|$)/y;
/** A bracket expression: a `]` that stands first is a member, and `[:alpha:]` is one. */
const bracketExpression = /\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]/y;

interface Group {
  /** Parts that no repeat can follow any more. */
  done: number;
  /** The latest part: what a repeat would multiply. */
  last: number;
}

/**
 * About how many instructions a regular expression compiles to, read from its text alone: a part counts one, and a
 * counted repeat multiplies what it follows. Cheap, so that an expression of few characters that would compile to
 * hundreds of thousands of instructions is known before anybody compiles it.
 */
export function expandedSize(source: string): number {
  const open: Group[] = [];
  let group: Group = { done: 0, last: 0 };
  const take = (size: number) => {
    group.done += group.last;
    group.last = size;
  };
  const matchAt = (expression: RegExp, index: number) => {
    expression.lastIndex = index;
    return expression.exec(source);
  };
  let index = 0;
  while (index < source.length) {
    const char = source[index];
    const found =
      char === '\\'
        ? (matchAt(quotedRun, index) ?? matchAt(bracedEscape, index))
        : char === '['
          ? matchAt(bracketExpression, index)
          : char === '{'
            ? matchAt(countedRepeat, index)
            : null;
    const length = found?.[0].length ?? (char === '\\' ? 2 : 1);
    if (char === '{' && found) {
      const [, least = '0', most] = found;
      group.last *= Math.max(1, Number(most || least) + (most === '' ? 1 : 0));
    } else if (char === '(') {
      open.push(group);
      group = { done: 0, last: 0 };
    } else if (char === ')') {
      const inner = group.done + group.last + 1;
      group = open.pop() ?? { done: 0, last: 0 };
      take(inner);
    } else if (found?.[1] !== undefined) {
      // Of a literal run, a repeat takes the last character.
      take(Math.max(0, found[1].length - 1));
      take(1);
    } else if (char !== '*' && char !== '+' && char !== '?') take(1);
    index += length;
  }
  return open.reduce((sum, { done, last }) => sum + done + last, group.done + group.last);
}
