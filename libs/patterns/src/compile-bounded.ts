import { RE2JS } from 're2js';
import { expandedSize } from './expanded-size';

/**
 * The most instructions of a compiled expression. The time of a match grows with this number times the length of the
 * text: linear in the text alone is not enough where strangers write the expression.
 */
export const MAX_PROGRAM_SIZE = 2000;

/** The estimate counts roughly; only what is clearly too large is refused without being compiled. */
const hopelessSize = 5 * MAX_PROGRAM_SIZE;

/** The expression is well formed but would take too long to match. */
export class PatternTooLarge extends Error {
  constructor() {
    super(
      `the regular expression is too large: compiled it has more than ${MAX_PROGRAM_SIZE} instructions ` +
        '(counted repeats such as {0,500} multiply what they follow)',
    );
  }
}

export interface CompileOptions {
  readonly ignoreCase?: boolean;
}

/**
 * Compiles a regular expression that strangers may write: for an engine whose time grows linearly with the text (so no
 * look-around and no back references), and of bounded size. Ask the result with `test`, which runs the automaton;
 * `matcher` is slower and for those who need groups.
 *
 * @throws PatternTooLarge
 * @throws Error the engine's, on what it cannot read
 */
export function compileBounded(source: string, { ignoreCase = false }: CompileOptions = {}): RE2JS {
  if (expandedSize(source) > hopelessSize) throw new PatternTooLarge();
  const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (compiled.programSize() > MAX_PROGRAM_SIZE) throw new PatternTooLarge();
  return compiled;
}
