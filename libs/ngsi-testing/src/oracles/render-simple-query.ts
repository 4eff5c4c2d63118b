import {
  renderDateTime,
  type Operand,
  type QueryLiteral,
  type QueryTarget,
  type SimpleQuery,
  type Statement,
} from '@smart-city/ngsi';

/**
 * Renders a `q` or `mq` so that parsing gives the same tree.
 *
 * @param query a tree that some text can express: the grammar has no escapes, so no value holds `'` or `..`
 */
export const renderSimpleQuery = (query: SimpleQuery): string => query.map(renderStatement).join(';');

function renderStatement(statement: Statement): string {
  const path = renderTarget(statement.target);
  switch (statement.kind) {
    case 'exists':
      return path;
    case 'notExists':
      return `!${path}`;
    case 'compare':
      return `${path}${statement.operator}${renderOperand(statement.operand)}`;
  }
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

function renderOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'list':
      return operand.items.map(renderLiteral).join(',');
    case 'range':
      return `${renderLiteral(operand.from)}..${renderLiteral(operand.to)}`;
    case 'regex':
      return operand.source;
    default:
      return renderLiteral(operand);
  }
}

function renderLiteral(literal: QueryLiteral): string {
  switch (literal.kind) {
    case 'string':
      return `'${literal.value}'`;
    case 'number':
    case 'boolean':
      return String(literal.value);
    case 'date':
      return renderDateTime(literal.value);
    case 'null':
      return 'null';
  }
}
