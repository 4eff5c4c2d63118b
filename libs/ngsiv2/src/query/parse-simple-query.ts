import {
  badRequest,
  checkConditionCount,
  checkPatternCount,
  checkSemicolons,
  checkValueCount,
  NgsiError,
  type SimpleQuery,
  valuesIn,
} from '@smart-city/context';
import { parseExtendedQuery } from './parse-extended-query';
import { strip, stripEnd } from './parse-literal';
import { parseStatement, PLAIN_STATEMENTS } from './parse-statement';
import { checkMetadataNames, type QueryLanguage } from './statement-target';

/** Which language a text is in. */
export interface QueryDialect {
  /** The one with `|`, groups, negation and letter case ({@link parseExtendedQuery}); NGSIv2's own otherwise. */
  readonly extended?: boolean | undefined;
}

/**
 * Parses `q`. In NGSIv2's own language:
 *
 *     query     := statement (";" statement)* [";"]             (";" splits even inside quotes)
 *     statement := "!" path | path | path operator operand
 *     operator  := "==" | ":" | "!=" | ">=" | "<=" | ">" | "<" | "~="
 *     path      := part ("." part)*                             (in quotes, dots belong to the name)
 *
 * @throws BadRequest with the text of the first fault
 */
export const parseQ = (text: string, { extended = false }: QueryDialect = {}): SimpleQuery =>
  extended ? parseExtendedQuery(text, 'q') : parseSimpleQuery(text, 'q');

/** Parses `mq`: as {@link parseQ}, with paths `attribute.metadata[.key…]`. */
export const parseMq = (text: string, { extended = false }: QueryDialect = {}): SimpleQuery =>
  extended ? parseExtendedQuery(text, 'mq') : parseSimpleQuery(text, 'mq');

/**
 * Whether `q` and `mq` of the extended language are as well of NGSIv2's own, and mean the same: then every NGSIv2 broker
 * understands them.
 */
export function isSameInBoth(q: string | undefined, mq: string | undefined): boolean {
  const isSame = (text: string | undefined, language: QueryLanguage) =>
    text === undefined || isSameText(text, language);
  return isSame(q, 'q') && isSame(mq, 'mq');
}

function isSameText(text: string, language: QueryLanguage): boolean {
  try {
    const plain = parseSimpleQuery(text, language);
    return JSON.stringify(plain) === JSON.stringify(parseExtendedQuery(text, language));
  } catch (error) {
    if (error instanceof NgsiError) return false;
    throw error;
  }
}

function parseSimpleQuery(text: string, language: QueryLanguage): SimpleQuery {
  let patterns = 0;
  let values = 0;
  const parsed = splitStatements(text, language).map((item) => {
    const statement = parseStatement(item, language, PLAIN_STATEMENTS);
    // Counted as they are read: those beyond the limit are not even compiled.
    if (statement.kind === 'compare' && statement.operand.kind === 'regex')
      checkPatternCount((patterns += 1));
    checkValueCount((values += valuesIn(statement)));
    return statement;
  });
  // Names are looked at last: a fault in a later statement is told first.
  if (language === 'mq') parsed.forEach(checkMetadataNames);
  return parsed;
}

function splitStatements(text: string, language: QueryLanguage): string[] {
  if (text === '' || text === ';') throw badRequest('empty q');
  checkSemicolons(text, language);
  if (text.includes(';;')) throw badRequest('empty q-item');
  const trimmed = stripEnd(text.endsWith(';') ? text.slice(0, -1) : text);
  if (trimmed.endsWith(';')) throw badRequest('empty q-item');
  // The original's tokenizer skips one separator at the start.
  const statements = splitAtSemicolons(trimmed.startsWith(';') ? trimmed.slice(1) : trimmed, language).map(
    strip,
  );
  if (statements.includes('')) throw badRequest('empty q-item (only whitespace)');
  return statements;
}

function splitAtSemicolons(text: string, language: QueryLanguage): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf(';'); at !== -1; at = text.indexOf(';', start)) {
    parts.push(text.slice(start, at));
    checkConditionCount(parts.length + 1, language);
    start = at + 1;
  }
  parts.push(text.slice(start));
  return parts;
}
