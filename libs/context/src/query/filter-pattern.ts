import { badRequest } from '../errors';
import { compilePattern, type Pattern } from './compile-pattern';
import type { TextOperand } from './simple-query';

export const filterRegexFault = (source: string) => badRequest(`error compiling filter regex: '${source}'`);

/** A regular expression as databases take it, too. */
export interface FilterPattern {
  readonly source: string;
  readonly ignoreCase: boolean;
}

/** The expression that says what the operand does. */
export function filterPattern(operand: TextOperand): FilterPattern {
  if (operand.kind === 'regex') return { source: operand.source, ignoreCase: operand.ignoreCase === true };
  // `$` would let a line feed follow.
  return { source: `^(${operand.texts.map(escapePattern).join('|')})\\z`, ignoreCase: true };
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** @throws BadRequest  the expression is malformed or too large */
export function compileFilterPattern(operand: TextOperand): Pattern {
  const { source, ignoreCase } = filterPattern(operand);
  return compilePattern(source, filterRegexFault, { ignoreCase });
}
