import {
  badRequest,
  checkConditionCount,
  checkValueCount,
  type Condition,
  type SimpleQuery,
  type Statement,
  valuesIn,
} from '@smart-city/context';
import { EXTENDED_STATEMENTS } from './extended-statement';
import { strip } from './parse-literal';
import { parseStatement } from './parse-statement';
import { checkMetadataNames, type QueryLanguage } from './statement-target';

/** Groups within groups. */
export const MOST_DEPTH = 10;

/**
 * Parses `q` or `mq` of the extended language. `;` binds tighter than `|`; in single quotes neither these nor
 * parentheses count. As in NGSIv2, one `;` at either end is overlooked.
 *
 *     query   := branch ("|" branch)*
 *     branch  := term (";" term)*
 *     term    := statement | group | "!" group
 *     group   := "(" query ")"
 *
 * @throws BadRequest with the text of the first fault
 */
export function parseExtendedQuery(text: string, language: QueryLanguage): SimpleQuery {
  if (text === '' || text === ';') throw badRequest(`empty ${language}`);
  const reader = new GroupReader(strip(text).replace(/^;/, '').replace(/;$/, ''), language);
  const query = reader.readAll();
  if (language === 'mq') reader.statements.forEach(checkMetadataNames);
  return query;
}

class GroupReader {
  readonly statements: Statement[] = [];
  private position = 0;
  private values = 0;

  constructor(
    private readonly text: string,
    private readonly language: QueryLanguage,
  ) {}

  readAll(): SimpleQuery {
    const query = this.readQuery(0);
    if (this.position < this.text.length) throw this.fault('a parenthesis closes that was not opened');
    return query;
  }

  private readQuery(depth: number): SimpleQuery {
    const branches = [this.readBranch(depth)];
    while (this.take('|')) branches.push(this.readBranch(depth));
    return branches.length === 1 ? (branches[0] as SimpleQuery) : [{ kind: 'or', branches }];
  }

  private readBranch(depth: number): SimpleQuery {
    const conditions = [...this.readTerm(depth)];
    while (this.take(';')) conditions.push(...this.readTerm(depth));
    return conditions;
  }

  private readTerm(depth: number): readonly Condition[] {
    const start = this.position;
    const isNegated = this.take('!');
    if (!this.take('(')) {
      this.position = start;
      return [this.readStatement()];
    }
    if (depth === MOST_DEPTH) throw this.fault(`groups are nested too deeply, max supported: ${MOST_DEPTH}`);
    const query = this.readQuery(depth + 1);
    if (!this.take(')')) throw this.fault('a parenthesis is not closed');
    this.skipBlanks();
    if (this.position < this.text.length && !';|)'.includes(this.text[this.position] as string))
      throw this.fault('after a group a semicolon, a bar or a closing parenthesis is due');
    return isNegated ? [{ kind: 'not', query }] : query;
  }

  private readStatement(): Statement {
    const start = this.position;
    this.position = this.endOfStatement();
    const text = strip(this.text.slice(start, this.position));
    if (text === '') throw badRequest('empty q-item');
    checkConditionCount(this.statements.length + 1, this.language);
    const statement = parseStatement(text, this.language, EXTENDED_STATEMENTS);
    checkValueCount((this.values += valuesIn(statement)));
    this.statements.push(statement);
    return statement;
  }

  private endOfStatement(): number {
    let quoted = false;
    let index = this.position;
    for (; index < this.text.length; index++) {
      const char = this.text[index] as string;
      if (char === "'") quoted = !quoted;
      else if (!quoted && ';|)'.includes(char)) return index;
      else if (!quoted && char === '(')
        throw this.fault(
          'a parenthesis within a condition: text and patterns with parentheses, bars or semicolons stand in quotes',
        );
    }
    if (quoted) throw this.fault('a quote is not closed');
    return index;
  }

  private take(char: string): boolean {
    this.skipBlanks();
    if (this.text[this.position] !== char) return false;
    this.position++;
    return true;
  }

  private skipBlanks(): void {
    while (' \t\n'.includes(this.text[this.position] ?? 'x')) this.position++;
  }

  private fault(text: string) {
    return badRequest(`${this.language}: ${text}`);
  }
}
