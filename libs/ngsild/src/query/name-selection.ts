import { badRequestData } from '../ngsild-fault';
import { checkDepth, checkValues } from './ld-query-limits';
import { TextReader } from './text-reader';

/** Alternatives and conjunctions of leaves: the tree of type selections and of `scopeQ`. */
export type NameSelection =
  | { readonly kind: 'is'; readonly name: string }
  | { readonly kind: 'any' | 'all'; readonly parts: readonly NameSelection[] };

const LEAF = /[^,;|()\s]+/y;

/**
 * Parses a selection. `;` binds tighter than `,` and `|`, which mean the same.
 *
 *     selection := all (("," | "|") all)*
 *     all       := part (";" part)*
 *     part      := "(" selection ")" | leaf
 *
 * @param readLeaf  checks a leaf and turns it into what is stored
 * @throws NgsiLdFault  BadRequestData; TooComplexQuery beyond the limits
 */
export function parseNameSelection(
  text: string,
  parameter: string,
  readLeaf: (leaf: string) => string,
): NameSelection {
  const reader = new TextReader(text);
  let leaves = 0;
  const fault = (due: string) =>
    badRequestData(`Invalid ${parameter}`, `${due} is due before ${reader.rest}`);

  const readAny = (depth: number): NameSelection => {
    const parts = [readAll(depth)];
    while (reader.take(',') || reader.take('|')) parts.push(readAll(depth));
    return parts.length === 1 ? parts[0]! : { kind: 'any', parts };
  };
  const readAll = (depth: number): NameSelection => {
    const parts = [readPart(depth)];
    while (reader.take(';')) parts.push(readPart(depth));
    return parts.length === 1 ? parts[0]! : { kind: 'all', parts };
  };
  const readPart = (depth: number): NameSelection => {
    checkDepth(depth, parameter);
    if (reader.take('(')) {
      const selection = readAny(depth + 1);
      if (!reader.take(')')) throw fault('a closing parenthesis');
      return selection;
    }
    const leaf = reader.match(LEAF);
    if (leaf === undefined) throw fault('a name');
    checkValues((leaves += 1), parameter);
    return { kind: 'is', name: readLeaf(leaf) };
  };

  const selection = readAny(0);
  if (!reader.isAtEnd) throw fault('a comma, a bar or a semicolon');
  return selection;
}

/** Makes the test of a selection from tests of its leaves. */
export function compileNameSelection<T>(
  selection: NameSelection,
  compileLeaf: (name: string) => (subject: T) => boolean,
): (subject: T) => boolean {
  if (selection.kind === 'is') return compileLeaf(selection.name);
  const tests = selection.parts.map((part) => compileNameSelection(part, compileLeaf));
  if (selection.kind === 'any') return (subject) => tests.some((test) => test(subject));
  return (subject) => tests.every((test) => test(subject));
}

/** All leaves, in the order of the text. */
export const leavesOf = (selection: NameSelection): readonly string[] =>
  selection.kind === 'is' ? [selection.name] : selection.parts.flatMap(leavesOf);
