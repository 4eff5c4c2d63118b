import { Double, type Document } from 'mongodb';
import {
  encodeName,
  filterPattern,
  type ComparisonOperator,
  type Operand,
  type QueryLiteral,
  type QueryTarget,
  type Statement,
  type TextOperand,
} from '@smart-city/context';

/** BSON's number of the type null. */
const NULL_TYPE = 10;

const ORDERING: Partial<Record<ComparisonOperator, string>> = {
  '>': '$gt',
  '>=': '$gte',
  '<': '$lt',
  '<=': '$lte',
};

/** One statement of `q` or `mq` as a filter, as Orion translates it. */
export function statementFilter(statement: Statement): Document {
  const { target } = statement;
  if (statement.kind !== 'compare') return existenceFilter(target, statement.kind === 'exists');
  return { [targetPath(target)]: comparison(statement.operator, statement.operand) };
}

/** A plain attribute is looked up in `attrNames`, which an index can serve; what is inside a value by `$exists`. */
function existenceFilter(target: QueryTarget, exists: boolean): Document {
  if (target.kind === 'attribute' && target.path.length === 0) {
    return { attrNames: exists ? target.name : { $ne: target.name } };
  }
  return { [targetPath(target)]: { $exists: exists } };
}

function comparison(operator: ComparisonOperator, operand: Operand): Document {
  if (operator === '==') return equality(operand);
  // Without $exists a negation would hold for documents that have no such field.
  if (operator === '!=') return { $exists: true, ...negation(operand) };
  if (operator === '~=')
    return operand.kind === 'regex' ? patternFilter(operand) : { $regex: literalText(operand) };
  return { [ORDERING[operator] ?? '$eq']: literal(operand) };
}

function equality(operand: Operand): Document {
  switch (operand.kind) {
    case 'range':
      return { $gte: literal(operand.from), $lte: literal(operand.to) };
    case 'list':
      // $in with null holds for absent fields too.
      return { $in: operand.items.map(literal), ...(hasNull(operand.items) ? { $exists: true } : {}) };
    case 'null':
      return { $type: NULL_TYPE };
    case 'anyCase':
      return patternFilter(operand);
    default:
      return { $eq: literal(operand) };
  }
}

function negation(operand: Operand): Document {
  switch (operand.kind) {
    case 'range':
      return { $not: equality(operand) };
    case 'list':
      return { $nin: operand.items.map(literal) };
    case 'null':
      return { $not: { $type: NULL_TYPE } };
    case 'anyCase':
      return { $not: patternFilter(operand) };
    default:
      return { $ne: literal(operand) };
  }
}

function patternFilter(operand: TextOperand): Document {
  const { source, ignoreCase } = filterPattern(operand);
  return { $regex: source, ...(ignoreCase && { $options: 'i' }) };
}

function literal(operand: Operand): unknown {
  switch (operand.kind) {
    case 'number':
    case 'date':
      return new Double(operand.value);
    case 'string':
    case 'boolean':
      return operand.value;
    case 'null':
      return null;
    case 'regex':
      return operand.source;
    case 'list':
    case 'range':
    case 'anyCase':
      throw new Error(`a ${operand.kind} is no single value`);
    default:
      return exhausted(operand);
  }
}

const literalText = (operand: Operand): string => String(literal(operand));

const hasNull = (items: readonly QueryLiteral[]): boolean => items.some(({ kind }) => kind === 'null');

const ENTITY_BUILTINS = {
  dateCreated: 'creDate',
  dateModified: 'modDate',
  servicePath: '_id.servicePath',
} as const;
const ATTRIBUTE_BUILTINS = { dateCreated: 'creDate', dateModified: 'modDate' } as const;

function targetPath(target: QueryTarget): string {
  switch (target.kind) {
    case 'attribute':
      return ['attrs', encodeName(target.name), 'value', ...target.path.map(encodeName)].join('.');
    case 'entityBuiltin':
      return ENTITY_BUILTINS[target.name];
    case 'metadata':
      return [
        'attrs',
        encodeName(target.attribute),
        'md',
        encodeName(target.name),
        'value',
        ...target.path.map(encodeName),
      ].join('.');
    case 'attributeBuiltin':
      return `attrs.${encodeName(target.attribute)}.${ATTRIBUTE_BUILTINS[target.name]}`;
    default:
      return exhausted(target);
  }
}

function exhausted(value: never): never {
  throw new Error(`unknown query node ${JSON.stringify(value)}`);
}
