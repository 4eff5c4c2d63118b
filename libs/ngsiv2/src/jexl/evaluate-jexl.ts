import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import { beginEvaluation, spend, spendText, type JexlBudget } from './jexl-budget';
import { JEXL_LIMITS, JexlError, type BinaryOperator, type JexlFilter, type JexlNode } from './jexl-tree';
import { parseJexl } from './parse-jexl';
import { findTransform } from './transforms';

/** Numbers closer than this are equal, as in the original's engine. */
const EPSILON = 0.000001;

/** What names of an expression mean. A name that is not there is undefined, which is not the same as null. */
export interface JexlContext {
  get(name: string): JsonValue | undefined;
  /** Budget of the expressions that are evaluated together; without one each has its own. */
  readonly budget?: JexlBudget | undefined;
}

/** An expression parsed once. Evaluation always ends: any error gives null. */
export interface JexlProgram {
  readonly source: string;
  /**
   * @returns the value; null when the text does not parse, a name is undefined, types do not fit or a limit is hit
   * @throws JexlOverBudget  it costs more than the budget has left
   */
  evaluate(context: JexlContext): JsonValue;
}

/** Parses an expression once; a text that does not parse becomes a program that always gives null. */
export function compileJexl(source: string): JexlProgram {
  const tree = tryTo(() => parseJexl(source));
  if (tree === undefined) return { source, evaluate: () => null };
  return {
    source,
    evaluate: (context) => {
      beginEvaluation(context.budget);
      const value = tryTo(() => evaluate(tree, context));
      return value === undefined || !fits(value) ? null : value;
    },
  };
}

/** Runs an action; undefined when it hits a {@link JexlError}. */
function tryTo<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof JexlError) return undefined;
    throw error;
  }
}

/**
 * Whether a value renders to no more than the limit: shared parts count each time they would be written.
 *
 * @throws JexlOverBudget  rendering it costs more than the budget has left
 */
function fits(value: JsonValue): boolean {
  let room: number = JEXL_LIMITS.resultSize;
  const visit = (part: JsonValue, depth: number): boolean => {
    spend(1);
    if (typeof part === 'string') {
      spendText(part.length);
      room -= part.length;
    }
    room -= 2;
    if (room < 0 || depth > JEXL_LIMITS.depth) return false;
    if (isJsonArray(part)) return part.every((item) => visit(item, depth + 1));
    if (!isJsonObject(part)) return true;
    for (const [key, item] of part) {
      room -= key.length;
      if (!visit(item, depth + 1)) return false;
    }
    return true;
  };
  return visit(value, 0);
}

/** Truth as in JavaScript, but for numbers that are not finite (they are null). */
export function isTruthy(value: JsonValue): boolean {
  return value !== null && value !== false && value !== 0 && value !== '';
}

function finite(value: number): JsonValue {
  return Number.isFinite(value) ? value : null;
}

function evaluate(node: JexlNode, context: JexlContext): JsonValue {
  spend(1);
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'identifier': {
      const value = context.get(node.name);
      if (value === undefined) throw new JexlError(`undefined ${node.name}`);
      return value;
    }
    case 'array':
      return node.items.map((item) => evaluate(item, context));
    case 'object':
      return buildObject(node.members, context);
    case 'member':
      return memberOf(evaluate(node.subject, context), node.name);
    case 'index':
      return itemOf(evaluate(node.subject, context), evaluate(node.index, context));
    case 'filter':
      return applyFilter(evaluate(node.subject, context), node.filter, context);
    case 'binary':
      return evaluateBinary(node.operator, node.left, node.right, context);
    case 'conditional':
      return evaluate(holds(node.test, context) ? node.then : node.otherwise, context);
    case 'transform': {
      const subject = evaluate(node.subject, context);
      const args = node.args.map((arg) => evaluate(arg, context));
      return transform(node.name, subject, args);
    }
  }
}

function transform(name: string, subject: JsonValue, args: readonly JsonValue[]): JsonValue {
  for (const arg of args) spendSize(arg);
  spendSize(subject);
  const result = findTransform(name)(subject, args);
  spendSize(result);
  return result;
}

/** Pays for a value that is looked at but for its inner parts. */
function spendSize(value: JsonValue): void {
  if (typeof value === 'string') spendText(value.length);
  else if (isJsonArray(value)) spend(value.length);
  else if (isJsonObject(value)) spend(value.size);
}

/** An expression that fails counts as false where only its truth is asked for. */
function holds(node: JexlNode, context: JexlContext): boolean {
  const value = tryTo(() => evaluate(node, context));
  return value !== undefined && isTruthy(value);
}

function buildObject(members: readonly (readonly [string, JexlNode])[], context: JexlContext): JsonObject {
  const result = new Map<string, JsonValue>();
  for (const [key, node] of members) {
    if (result.has(key)) throw new JexlError(`duplicate key ${key}`);
    result.set(key, evaluate(node, context));
  }
  return result;
}

function memberOf(subject: JsonValue, name: string): JsonValue {
  return isJsonObject(subject) ? (subject.get(name) ?? null) : null;
}

function itemOf(subject: JsonValue, index: JsonValue): JsonValue {
  if (typeof index === 'string') return memberOf(subject, index);
  if (typeof index !== 'number') throw new JexlError('index type');
  // A negative index is taken for 0 by the original's engine.
  return isJsonArray(subject) ? (subject[Math.max(0, Math.floor(index))] ?? null) : null;
}

function applyFilter(subject: JsonValue, filter: JexlFilter, context: JexlContext): JsonValue {
  if (!isJsonArray(subject)) throw new JexlError('filter on something else than a list');
  spend(subject.length);
  const operand = evaluate(filter.operand, context);
  return subject.filter((item) => {
    const outcome = tryTo(() => applyBinary(filter.operator, memberOf(item, filter.name), operand));
    return outcome !== undefined && isTruthy(outcome);
  });
}

function evaluateBinary(
  operator: BinaryOperator,
  left: JexlNode,
  right: JexlNode,
  context: JexlContext,
): JsonValue {
  if (operator === '||') {
    const value = tryTo(() => evaluate(left, context));
    return value !== undefined && isTruthy(value) ? value : evaluate(right, context);
  }
  if (operator === '&&') {
    const value = evaluate(left, context);
    return isTruthy(value) ? evaluate(right, context) : value;
  }
  return applyBinary(operator, evaluate(left, context), evaluate(right, context));
}

function applyBinary(operator: BinaryOperator, left: JsonValue, right: JsonValue): JsonValue {
  if (operator === '==') return areEqual(left, right);
  if (operator === '!=') return !areEqual(left, right);
  if (operator === 'in') return isIn(left, right);
  if (typeof left === 'number' && typeof right === 'number') return applyToNumbers(operator, left, right);
  if (typeof left === 'string' && typeof right === 'string') return applyToStrings(operator, left, right);
  throw new JexlError(`${operator} on these types`);
}

function applyToNumbers(operator: BinaryOperator, left: number, right: number): JsonValue {
  switch (operator) {
    case '+':
      return finite(left + right);
    case '-':
      return finite(left - right);
    case '*':
      return finite(left * right);
    case '/':
      return finite(left / right);
    case '//':
      return finite(Math.floor(left / right));
    case '%':
      return finite(left % right);
    case '^':
      return finite(left ** right);
    default:
      return compare(operator, left, right);
  }
}

function applyToStrings(operator: BinaryOperator, left: string, right: string): JsonValue {
  if (operator !== '+') {
    spendText(Math.min(left.length, right.length));
    return compare(operator, left, right);
  }
  if (left.length + right.length > JEXL_LIMITS.resultSize) throw new JexlError('text too long');
  return left + right;
}

function compare<T extends number | string>(operator: BinaryOperator, left: T, right: T): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    default:
      throw new JexlError(`${operator} on these types`);
  }
}

function isIn(left: JsonValue, right: JsonValue): boolean {
  if (isJsonArray(right)) return right.some((item) => areEqual(left, item));
  if (typeof left === 'number' && typeof right === 'number') return false;
  if (typeof left === 'string' && typeof right === 'string') {
    spendText(left.length + right.length);
    return right.includes(left);
  }
  if (typeof left === 'string' && isJsonObject(right)) return right.has(left);
  throw new JexlError('in on these types');
}

function areEqual(left: JsonValue, right: JsonValue): boolean {
  spend(1);
  if (typeof left === 'number' && typeof right === 'number') return Math.abs(left - right) < EPSILON;
  if (isJsonArray(left) && isJsonArray(right)) {
    return left.length === right.length && left.every((item, index) => areEqual(item, right[index]!));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    return (
      left.size === right.size &&
      [...left].every(([key, item]) => right.has(key) && areEqual(item, right.get(key)!))
    );
  }
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length)
    spendText(left.length);
  return left === right;
}
