import { badRequest } from '../errors';
import { parseOperand, strip, stripEnd } from './parse-operand';
import { checkPatternCount } from './pattern-count';
import type { ComparisonOperator, QueryTarget, SimpleQuery, Statement } from './simple-query';

type Language = 'q' | 'mq';

const FORBIDDEN_IN_NAME = /[<>"=;()]/;

/**
 * Parses `q`.
 *
 *     query     := statement (";" statement)* [";"]             (";" splits even inside quotes)
 *     statement := "!" path | path | path operator operand
 *     operator  := "==" | ":" | "!=" | ">=" | "<=" | ">" | "<" | "~="
 *     path      := part ("." part)*                             (in quotes, dots belong to the name)
 *
 * @throws BadRequest with the text of the first fault
 */
export const parseQ = (text: string): SimpleQuery => parseSimpleQuery(text, 'q');

/** Parses `mq`: as {@link parseQ}, with paths `attribute.metadata[.key…]`. */
export const parseMq = (text: string): SimpleQuery => parseSimpleQuery(text, 'mq');

function parseSimpleQuery(text: string, language: Language): SimpleQuery {
  let patterns = 0;
  const parsed = splitStatements(text).map((item) => {
    const statement = parseStatement(item, language);
    // Counted as they are read: those beyond the limit are not even compiled.
    if (statement.kind === 'compare' && statement.operand.kind === 'regex')
      checkPatternCount((patterns += 1));
    return statement;
  });
  // Names are looked at last: a fault in a later statement is told first.
  if (language === 'mq') parsed.forEach(checkMetadataNames);
  return parsed;
}

function splitStatements(text: string): string[] {
  if (text === '' || text === ';') throw badRequest('empty q');
  if (text.includes(';;')) throw badRequest('empty q-item');
  const trimmed = stripEnd(text.endsWith(';') ? text.slice(0, -1) : text);
  if (trimmed.endsWith(';')) throw badRequest('empty q-item');
  // The original's tokenizer skips one separator at the start.
  const statements = (trimmed.startsWith(';') ? trimmed.slice(1) : trimmed).split(';').map(strip);
  if (statements.includes('')) throw badRequest('empty q-item (only whitespace)');
  return statements;
}

function parseStatement(text: string, language: Language): Statement {
  const { name, operator, operand } = splitAtOperator(text);
  if (name === '' && operator !== 'exists' && operator !== 'notExists')
    throw badRequest('empty left-hand-side in q-item');
  if (FORBIDDEN_IN_NAME.test(name)) throw badRequest(`invalid character found in URI param /${language}/`);
  if (operand === '') throw badRequest('empty right-hand-side in q-item');
  const parts = splitPath(name);
  if (operator === 'exists' || operator === 'notExists') {
    if (hasMisplacedQuote(operand)) throw badRequest('forbidden characters in String Filter');
    if (language === 'mq' && (parts[1] ?? '') === '')
      throw badRequest('no metadata in right-hand-side of q-item');
    return { kind: operator, target: language === 'mq' ? metadataTarget(parts) : attributeTarget(parts) };
  }
  const target = language === 'mq' ? metadataTarget(parts) : (builtinTarget(parts) ?? attributeTarget(parts));
  return { kind: 'compare', target, operator, operand: parseOperand(operand, operator) };
}

interface SplitStatement {
  readonly name: string;
  readonly operator: ComparisonOperator | 'exists' | 'notExists';
  readonly operand: string;
}

/** Finds the first operator outside quotes. */
function splitAtOperator(text: string): SplitStatement {
  if (text.startsWith('!')) {
    const name = strip(text.slice(1));
    return { name, operator: 'notExists', operand: name };
  }
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "'") quoted = !quoted;
    else if (!quoted) {
      const found = operatorAt(text, index);
      if (found !== undefined) {
        const { operator, length } = found;
        return { name: strip(text.slice(0, index)), operator, operand: strip(text.slice(index + length)) };
      }
    }
  }
  return { name: text, operator: 'exists', operand: text };
}

const TWO_CHARACTER_OPERATORS: ReadonlyMap<string, ComparisonOperator> = new Map(
  (['==', '~=', '!=', '>=', '<='] as const).map((operator) => [operator, operator]),
);
const ONE_CHARACTER_OPERATORS: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['<', '<'],
  ['>', '>'],
  [':', '=='],
]);

function operatorAt(
  text: string,
  index: number,
): { operator: ComparisonOperator; length: number } | undefined {
  const long = text[index + 1] === '=';
  const operator = long
    ? TWO_CHARACTER_OPERATORS.get(text.slice(index, index + 2))
    : ONE_CHARACTER_OPERATORS.get(text[index] as string);
  return operator === undefined ? undefined : { operator, length: long ? 2 : 1 };
}

/** Splits at the dots outside quotes and drops the quotes. */
function splitPath(name: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let part = '';
  for (const char of name) {
    if (char === "'") quoted = !quoted;
    else if (char === '.' && !quoted) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  parts.push(part);
  return parts;
}

/** In a unary statement a quote may stand at either end, after a dot or before a dot. */
function hasMisplacedQuote(text: string): boolean {
  for (let index = 1; index < text.length; index++) {
    if (text[index] !== "'") continue;
    const next = text[index + 1];
    if (text[index - 1] !== '.' && next !== '.' && next !== undefined) return true;
  }
  return false;
}

/** `A.` names the attribute itself. */
const pathOf = (parts: readonly string[]): readonly string[] =>
  parts.length === 1 && parts[0] === '' ? [] : parts;

const attributeTarget = ([name = '', ...path]: readonly string[]): QueryTarget => ({
  kind: 'attribute',
  name,
  path: pathOf(path),
});

function builtinTarget(parts: readonly string[]): QueryTarget | undefined {
  const [name] = parts;
  if (parts.length !== 1) return undefined;
  return name === 'dateCreated' || name === 'dateModified' || name === 'servicePath'
    ? { kind: 'entityBuiltin', name }
    : undefined;
}

function metadataTarget([attribute = '', name = '', ...rest]: readonly string[]): QueryTarget {
  const path = pathOf(rest);
  if (path.length === 0 && (name === 'dateCreated' || name === 'dateModified')) {
    return { kind: 'attributeBuiltin', attribute, name };
  }
  return { kind: 'metadata', attribute, name, path };
}

function checkMetadataNames({ target }: Statement): void {
  if (target.kind !== 'metadata' && target.kind !== 'attributeBuiltin') return;
  if (target.attribute === '') throw badRequest('no attribute name - not valid for metadata filters');
  if (target.name === '') throw badRequest('no metadata name - not valid for metadata filters');
}
