import {
  renderDateTime,
  type Condition,
  type Operand,
  type QueryLiteral,
  type QueryTarget,
  type SimpleQuery,
  type Statement,
} from '@smart-city/context';

/**
 * Renders a `q` or `mq` so that parsing gives the same tree.
 *
 * @param query a tree that some text can express: NGSIv2's grammar has no escapes, so no value holds `'` or `..`
 */
export const renderSimpleQuery = (query: readonly Statement[]): string =>
  query.map((statement) => renderStatement(statement)).join(';');

/** The same for the extended language, whose patterns stand in quotes. */
export const renderExtendedQuery = (query: SimpleQuery): string => query.map(renderCondition).join(';');

function renderCondition(condition: Condition): string {
  if (condition.kind === 'or') return `(${condition.branches.map(renderExtendedQuery).join('|')})`;
  return condition.kind === 'not'
    ? `!(${renderExtendedQuery(condition.query)})`
    : renderStatement(condition, quoted);
}

function renderStatement(statement: Statement, pattern = (source: string) => source): string {
  const path = renderTarget(statement.target);
  switch (statement.kind) {
    case 'exists':
      return path;
    case 'notExists':
      return `!${path}`;
    case 'compare':
      return `${path}${operatorOf(statement)}${renderOperand(statement.operand, pattern)}`;
  }
}

function operatorOf({ operator, operand }: Extract<Statement, { readonly kind: 'compare' }>): string {
  if (operand.kind === 'anyCase') return '=*';
  return operand.kind === 'regex' && operand.ignoreCase === true ? '~*' : operator;
}

const joinPath = (parts: readonly string[]) =>
  parts.map((part) => (/[.:!~]/.test(part) ? `'${part}'` : part)).join('.');

function renderTarget(target: QueryTarget): string {
  switch (target.kind) {
    case 'attribute':
      return joinPath([target.name, ...target.path]);
    case 'entityBuiltin':
      return target.name;
    case 'metadata':
      return joinPath([target.attribute, target.name, ...target.path]);
    case 'attributeBuiltin':
      return joinPath([target.attribute, target.name]);
  }
}

function renderOperand(operand: Operand, pattern: (source: string) => string): string {
  switch (operand.kind) {
    case 'list':
      return operand.items.map(renderLiteral).join(',');
    case 'range':
      return `${renderLiteral(operand.from)}..${renderLiteral(operand.to)}`;
    case 'regex':
      return pattern(operand.source);
    case 'anyCase':
      return operand.texts.map(quoted).join(',');
    default:
      return renderLiteral(operand);
  }
}

/** As the extended language has it. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function renderLiteral(literal: QueryLiteral): string {
  switch (literal.kind) {
    case 'string':
      return quoted(literal.value);
    case 'number':
    case 'boolean':
      return String(literal.value);
    case 'date':
      return renderDateTime(literal.value);
    case 'null':
      return 'null';
  }
}
