import { expandedName, type ExpandName } from './ld-names';
import type { LdOperator, LdQuery } from './ld-query';
import { checkConditions, checkDepth, checkValues } from './ld-query-limits';
import { readPath, readPathText } from './parse-ld-path';
import { queryFault, readOperand, readPattern } from './parse-ld-value';
import { TextReader } from './text-reader';

/** Names and values that a query is read with. */
export interface LdQueryContext {
  readonly expand: ExpandName;
  /** Expands the values of attributes that `expandValues` names, and what VocabProperties are compared with. */
  readonly expandValue: ExpandName;
  /** Expanded names of the attributes whose values are terms: these may stand without quotes. */
  readonly expandValues?: ReadonlySet<string>;
}

/** The longest first where one begins another. */
const OPERATORS: readonly LdOperator[] = ['!~=', '~=', '==', '!=', '>=', '<=', '>', '<'];

const LINKED_TYPE = /\p{L}[\p{L}\p{N}_]*:(?=\p{L}[\p{L}\p{N}_]*[^\p{L}\p{N}_:/])/uy;

/**
 * Parses `q` (GS CIM 009 §4.9). `;` binds tighter than `|`.
 *
 *     query    := all ("|" all)*
 *     all      := term (";" term)*
 *     term     := "(" query ")" | "!" path | path | path operator operand | linked
 *     linked   := name "{" [type ":"] query "}" [operator operand]
 *     operator := "==" | "!=" | ">" | ">=" | "<" | "<=" | "~=" | "!~="
 *
 * Paths are those of `readPath`, operands those of `readOperand`. What stands behind the brace of a linked path compares the
 * path inside it. Blanks between these parts say nothing. A query costs time in proportion to its length.
 *
 * @throws NgsiLdFault  BadRequestData with the first fault; TooComplexQuery beyond the limits
 */
export function parseLdQuery(text: string, context: LdQueryContext): LdQuery {
  const parser = new QueryParser(new TextReader(text), context);
  return parser.readAll();
}

class QueryParser {
  private conditions = 0;
  private values = 0;

  constructor(
    private readonly reader: TextReader,
    private readonly context: LdQueryContext,
  ) {}

  readAll(): LdQuery {
    this.reader.skipBlanks();
    const query = this.readAny(0);
    if (!this.reader.isAtEnd) throw queryFault(`an operator is due before ${this.reader.rest}`);
    return query;
  }

  private readAny(depth: number): LdQuery {
    const parts = [this.readAllOf(depth)];
    while (this.take('|')) parts.push(this.readAllOf(depth));
    return parts.length === 1 ? parts[0]! : { kind: 'or', parts };
  }

  private readAllOf(depth: number): LdQuery {
    const parts = [this.readTerm(depth)];
    while (this.take(';')) parts.push(this.readTerm(depth));
    return parts.length === 1 ? parts[0]! : { kind: 'and', parts };
  }

  private readTerm(depth: number): LdQuery {
    checkDepth(depth, 'q');
    if (this.take('(')) {
      const query = this.readAny(depth + 1);
      if (!this.take(')')) throw queryFault(`a closing parenthesis is due before ${this.reader.rest}`);
      return query;
    }
    checkConditions((this.conditions += 1));
    if (this.reader.next === '!' && !this.reader.text.startsWith('!=', this.reader.position)) {
      this.reader.take('!');
      return { kind: 'not', part: this.readCondition(depth) };
    }
    return this.readCondition(depth);
  }

  private readCondition(depth: number): LdQuery {
    this.reader.skipBlanks();
    const text = readPathText(this.reader);
    if (text === undefined) throw queryFault(`a name is due before ${this.reader.rest}`);
    if (this.take('{')) return this.readLinked(text, depth);
    const path = readPath(this.reader, text, this.context.expand);
    const comparison = this.readComparison(path.of === 'attribute' ? path.name : undefined);
    return comparison === undefined ? { kind: 'exists', path } : { kind: 'compare', path, ...comparison };
  }

  private readLinked(name: string, depth: number): LdQuery {
    checkDepth(depth + 1, 'q');
    const relationship = expandedName(name, 'q', this.context.expand);
    const type = this.readLinkedType();
    const inner = this.readAny(depth + 1);
    if (!this.take('}')) throw queryFault(`a closing brace is due before ${this.reader.rest}`);
    const comparison = this.readComparison(comparedName(inner));
    return {
      kind: 'linked',
      relationship,
      ...(type !== undefined && { type }),
      query: comparison === undefined ? inner : compareInnermost(inner, comparison),
    };
  }

  /** `Type:attr`: a short name before a colon, and another behind it; so an IRI is none. */
  private readLinkedType(): string | undefined {
    const type = this.reader.match(LINKED_TYPE);
    return type === undefined ? undefined : expandedName(type.slice(0, -1), 'q', this.context.expand);
  }

  private readComparison(attribute: string | undefined): Comparison | undefined {
    this.reader.skipBlanks();
    const operator = OPERATORS.find((one) => this.reader.take(one));
    if (operator === undefined) return undefined;
    this.reader.skipBlanks();
    const operand =
      operator === '~=' || operator === '!~='
        ? readPattern(this.reader)
        : readOperand(this.reader, operator, this.context.expandValue, this.takesWords(attribute));
    if (operand.kind === 'list') checkValues((this.values += operand.items.length), 'q');
    this.reader.skipBlanks();
    return { operator, operand };
  }

  private takesWords(attribute: string | undefined): boolean {
    return attribute !== undefined && this.context.expandValues?.has(attribute) === true;
  }

  private take(token: string): boolean {
    this.reader.skipBlanks();
    if (!this.reader.take(token)) return false;
    this.reader.skipBlanks();
    return true;
  }
}

type Comparison = Pick<Extract<LdQuery, { kind: 'compare' }>, 'operator' | 'operand'>;

const comparedName = (query: LdQuery): string | undefined =>
  query.kind === 'exists' && query.path.of === 'attribute' ? query.path.name : undefined;

/** Compares the path that a linked path ends with. */
function compareInnermost(query: LdQuery, comparison: Comparison): LdQuery {
  if (query.kind === 'exists') return { kind: 'compare', path: query.path, ...comparison };
  if (query.kind === 'linked') return { ...query, query: compareInnermost(query.query, comparison) };
  throw queryFault('what stands behind a brace compares one path inside it');
}
