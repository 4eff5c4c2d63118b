import { JEXL_LIMITS, JexlError, type BinaryOperator, type JexlNode } from './jexl-tree';
import { tokenizeJexl, type JexlToken } from './jexl-tokens';

/**
 * Binary operators, loosest first; all associate to the left. Mind that `?:` binds tighter than every one of them and
 * that `&&` and `||` share a level: `A>3?1:2` is `A>(3?1:2)`, so conditions want brackets.
 */
const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ['&&', '||'],
  ['==', '!=', '>=', '<=', '>', '<', 'in'],
  ['+', '-'],
  ['*', '//', '/'],
  ['%', '^'],
];

const COMPARISONS = LEVELS[1]!;
const WORDS = new Set(['in', 'true', 'false', 'null', 'Null', 'NULL']);

interface Built {
  readonly node: JexlNode;
  readonly depth: number;
}

/**
 * Parses one expression.
 *
 * ```
 * level(n)    = level(n+1) { operator(n) level(n+1) }
 * conditional = piped { "?" piped ":" piped }
 * piped       = path { "|" name [ "(" list ")" ] }
 * path        = primary { "." name | "[" expression "]" | "[" "." name comparison primary "]" }
 * primary     = number | string | true | false | null | name | "[" list "]" | "{" members "}" | "(" expression ")"
 * ```
 * A list may end with a comma.
 *
 * @throws JexlError  syntax, or a tree beyond {@link JEXL_LIMITS}
 */
export function parseJexl(text: string): JexlNode {
  const parser = new JexlParser(tokenizeJexl(text));
  return parser.parseAll();
}

class JexlParser {
  private at = 0;
  private nodes = 0;
  private nesting = 0;

  constructor(private readonly tokens: readonly JexlToken[]) {}

  parseAll(): JexlNode {
    const { node } = this.expression();
    if (this.at < this.tokens.length) throw new JexlError('trailing text');
    return node;
  }

  private build(node: JexlNode, ...children: readonly Built[]): Built {
    const depth = 1 + children.reduce((deepest, child) => Math.max(deepest, child.depth), 0);
    if (++this.nodes > JEXL_LIMITS.nodes || depth > JEXL_LIMITS.depth) throw new JexlError('too complex');
    return { node, depth };
  }

  private peekSymbol(value: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'symbol' && token.value === value;
  }

  private takeSymbol(value: string): boolean {
    const found = this.peekSymbol(value);
    if (found) this.at++;
    return found;
  }

  private expectSymbol(value: string): void {
    if (!this.takeSymbol(value)) throw new JexlError(`${value} expected`);
  }

  private expectName(): string {
    const token = this.tokens[this.at++];
    if (token?.kind !== 'name' || WORDS.has(token.value)) throw new JexlError('name expected');
    return token.value;
  }

  private takeOperator(operators: readonly BinaryOperator[]): BinaryOperator | undefined {
    const token = this.tokens[this.at];
    if (token === undefined || token.kind === 'number' || token.kind === 'string') return undefined;
    const operator = operators.find((candidate) => candidate === token.value);
    if (operator !== undefined) this.at++;
    return operator;
  }

  private expression(): Built {
    if (++this.nesting > JEXL_LIMITS.depth / 4) throw new JexlError('too deep');
    const result = this.level(0);
    this.nesting--;
    return result;
  }

  private level(index: number): Built {
    const operators = LEVELS[index];
    if (operators === undefined) return this.conditional();
    let left = this.level(index + 1);
    for (
      let operator = this.takeOperator(operators);
      operator !== undefined;
      operator = this.takeOperator(operators)
    ) {
      const right = this.level(index + 1);
      left = this.build({ kind: 'binary', operator, left: left.node, right: right.node }, left, right);
    }
    return left;
  }

  private conditional(): Built {
    let test = this.piped();
    while (this.takeSymbol('?')) {
      const then = this.piped();
      this.expectSymbol(':');
      const otherwise = this.piped();
      test = this.build(
        { kind: 'conditional', test: test.node, then: then.node, otherwise: otherwise.node },
        test,
        then,
        otherwise,
      );
    }
    return test;
  }

  private piped(): Built {
    let subject = this.path();
    while (this.takeSymbol('|')) {
      const name = this.expectName();
      const args = this.takeSymbol('(') ? this.list(')') : [];
      subject = this.build(
        { kind: 'transform', name, subject: subject.node, args: args.map((arg) => arg.node) },
        subject,
        ...args,
      );
    }
    return subject;
  }

  private path(): Built {
    let subject = this.primary();
    for (;;) {
      if (this.takeSymbol('.')) {
        subject = this.build({ kind: 'member', subject: subject.node, name: this.expectName() }, subject);
      } else if (this.takeSymbol('[')) {
        subject = this.takeSymbol('.') ? this.filter(subject) : this.index(subject);
      } else {
        return subject;
      }
    }
  }

  private index(subject: Built): Built {
    const index = this.expression();
    this.expectSymbol(']');
    return this.build({ kind: 'index', subject: subject.node, index: index.node }, subject, index);
  }

  private filter(subject: Built): Built {
    const name = this.expectName();
    const operator = this.takeOperator(COMPARISONS);
    if (operator === undefined) throw new JexlError('comparison expected');
    const operand = this.primary();
    this.expectSymbol(']');
    return this.build(
      { kind: 'filter', subject: subject.node, filter: { name, operator, operand: operand.node } },
      subject,
      operand,
    );
  }

  private list(end: string): readonly Built[] {
    const items: Built[] = [];
    while (!this.takeSymbol(end)) {
      items.push(this.expression());
      if (!this.takeSymbol(',') && !this.peekSymbol(end)) throw new JexlError(`${end} expected`);
    }
    return items;
  }

  private object(): Built {
    const members: (readonly [string, Built])[] = [];
    while (!this.takeSymbol('}')) {
      const key =
        this.tokens[this.at]?.kind === 'string' ? String(this.tokens[this.at++]!.value) : this.expectName();
      this.expectSymbol(':');
      members.push([key, this.expression()]);
      if (!this.takeSymbol(',') && !this.peekSymbol('}')) throw new JexlError('} expected');
    }
    return this.build(
      { kind: 'object', members: members.map(([key, value]) => [key, value.node]) },
      ...members.map(([, value]) => value),
    );
  }

  private primary(): Built {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new JexlError('operand expected');
    if (token.kind === 'number' || token.kind === 'string')
      return this.build({ kind: 'literal', value: token.value });
    if (token.kind === 'name') return this.build(nameNode(token.value));
    switch (token.value) {
      case '(': {
        const inner = this.expression();
        this.expectSymbol(')');
        return inner;
      }
      case '[': {
        const items = this.list(']');
        return this.build({ kind: 'array', items: items.map((item) => item.node) }, ...items);
      }
      case '{':
        return this.object();
      case '{}':
        return this.build({ kind: 'object', members: [] });
      default:
        throw new JexlError(`unexpected ${token.value}`);
    }
  }
}

function nameNode(name: string): JexlNode {
  switch (name) {
    case 'true':
    case 'false':
      return { kind: 'literal', value: name === 'true' };
    case 'null':
    case 'Null':
    case 'NULL':
      return { kind: 'literal', value: null };
    case 'in':
      throw new JexlError('operand expected');
    default:
      return { kind: 'identifier', name };
  }
}
