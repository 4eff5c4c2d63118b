import type { Document } from 'mongodb';
import { encodeName, parseOperator, type JsonObject, type JsonValue } from '@smart-city/context';
import { storedValue } from './entity-document';

/** An attribute value that is an update operator, as MongoDB's own operator on the stored value. */

type OperatorCompiler = (path: string, operand: JsonValue, whole: JsonObject) => Document;

/** `$inc`, `$min` … take their operand as it is. */
const same =
  (operator: string): OperatorCompiler =>
  (path, operand) => ({ [operator]: { [path]: storedValue(operand) } });

/** `$push` and `$addToSet`: an item, or `{"$each": […]}` with modifiers. */
const add =
  (operator: string): OperatorCompiler =>
  (path, operand) => ({
    [operator]: {
      [path]: isObject(operand) && operand.has('$each') ? modifiers(operand) : storedValue(operand),
    },
  });

/** `$set` and `$unset` act on members of the stored object and may come together; `$set` of no object is the bare value. */
const members: OperatorCompiler = (path, _operand, whole) => {
  const update: Document = {};
  const toSet = whole.get('$set');
  const toUnset = whole.get('$unset');
  if (toSet !== undefined && !isObject(toSet)) return { $set: { [path]: storedValue(toSet) } };
  if (isObject(toSet) && toSet.size > 0) {
    update['$set'] = pathsBelow(path, toSet, storedValue);
  }
  if (isObject(toUnset) && toUnset.size > 0) {
    update['$unset'] = pathsBelow(path, toUnset, () => 1);
  }
  return update;
};

const COMPILERS: ReadonlyMap<string, OperatorCompiler> = new Map([
  ['$inc', same('$inc')],
  ['$mul', same('$mul')],
  ['$min', same('$min')],
  ['$max', same('$max')],
  ['$push', add('$push')],
  ['$addToSet', add('$addToSet')],
  ['$pull', (path, operand) => ({ $pull: { [path]: pullCondition(operand) } })],
  ['$pullAll', same('$pullAll')],
  ['$set', members],
  ['$unset', members],
]);

/** True when the value is an object whose first key is an update operator. */
export const isOperator = (value: JsonValue): value is JsonObject => parseOperator(value) !== undefined;

/**
 * The update document that applies an operator value to the stored value at `path`. Keys inside operands are encoded
 * like all keys, so that no operator of the database can hide in an item; only `$pull` knows comparisons. Operands of
 * the wrong kind go to the database as they are: the error it answers with is the one clients of Orion know.
 */
export function compileOperator(path: string, value: JsonObject): Document {
  for (const [name, operand] of value) return COMPILERS.get(name)?.(path, operand, value) ?? {};
  return {};
}

/** `{"$each": […], "$position": n, "$slice": n, "$sort": n}`; the numbers must be integers for the database. */
const modifiers = (operand: JsonObject): Document =>
  Object.fromEntries(
    [...operand].map(([name, value]) => [name, typeof value === 'number' ? value : storedValue(value)]),
  );

const COMPARISONS: ReadonlySet<string> = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin']);

/** An item to remove, or comparisons (`{"$gt": 5}`) of the item or of its members. */
function pullCondition(operand: JsonValue): unknown {
  if (!isObject(operand)) return storedValue(operand);
  return (
    comparisons(operand) ??
    new Map(
      [...operand].map(([key, wanted]) => [
        encodeName(key),
        (isObject(wanted) && comparisons(wanted)) || storedValue(wanted),
      ]),
    )
  );
}

function comparisons(operand: JsonObject): Document | undefined {
  if (operand.size === 0 || ![...operand.keys()].every((key) => COMPARISONS.has(key))) return undefined;
  return Object.fromEntries([...operand].map(([key, value]) => [key, storedValue(value)]));
}

const pathsBelow = (path: string, object: JsonObject, valueOf: (value: JsonValue) => unknown): Document =>
  Object.fromEntries([...object].map(([key, value]) => [`${path}.${encodeName(key)}`, valueOf(value)]));

const isObject = (value: JsonValue | undefined): value is JsonObject => value instanceof Map;
