import { compileBounded } from '@smart-city/patterns';
import { badRequest, type NgsiError } from '../errors';

/** Longer patterns are refused: their automata would eat memory. */
export const MAX_PATTERN_LENGTH = 1024;

export interface Pattern {
  /** Whether some part of the text matches; time grows linearly with the text. */
  test(text: string): boolean;
}

/** Cause of the fault of a pattern that is malformed or too large. */
export class BadPattern extends Error {
  override readonly name = 'BadPattern';

  constructor(
    readonly source: string,
    options: ErrorOptions,
  ) {
    super(`invalid regular expression: '${source}'`, options);
  }
}

export interface PatternOptions {
  readonly ignoreCase?: boolean;
}

/**
 * Compiles a regular expression of `~=`, `idPattern` or `typePattern`, unanchored unless it says otherwise. Accepted is
 * what both POSIX extended and PCRE expressions mean alike, so `(?…)` groups are refused; so are
 * back references, which no linear-time engine can run, and what compiles to more than `MAX_PROGRAM_SIZE` instructions.
 *
 * @param fault makes the error of a pattern that cannot be compiled
 * @throws NgsiError what `fault` made
 */
export function compilePattern(
  source: string,
  fault: (source: string) => NgsiError = (text) => badRequest(`invalid regular expression: '${text}'`),
  { ignoreCase = false }: PatternOptions = {},
): Pattern {
  if (source.length > MAX_PATTERN_LENGTH || hasExtendedGroup(source)) throw fault(source);
  try {
    const compiled = compileBounded(source, { ignoreCase });
    return { test: (text) => compiled.test(text) };
  } catch (cause) {
    throw Object.assign(fault(source), { cause: new BadPattern(source, { cause }) });
  }
}

/** Finds `(?` outside brackets: PCRE has it, POSIX refuses it. */
function hasExtendedGroup(source: string): boolean {
  let bracketStart = -1;
  for (let index = 0; index < source.length; index++) {
    const char = source[index];
    if (char === '\\') index++;
    else if (bracketStart >= 0) {
      const first = source[bracketStart + 1] === '^' ? bracketStart + 2 : bracketStart + 1;
      if (char === ']' && index > first) bracketStart = -1;
      else if (char === '[' && source[index + 1] === ':')
        index = Math.max(index, source.indexOf(':]', index + 2) + 1);
    } else if (char === '[') bracketStart = index;
    else if (char === '(' && source[index + 1] === '?') return true;
  }
  return false;
}
