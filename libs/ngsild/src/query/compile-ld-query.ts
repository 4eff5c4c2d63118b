import { readDateTime } from '../entity/date-time';
import { isJsonArray, type Entity, type JsonValue } from '@smart-city/context';
import { someElement, type LdElement } from './ld-elements';
import { compileLdPattern } from './ld-pattern';
import type { LdLiteral, LdOperand, LdOperator, LdOrderOperator, LdQuery } from './ld-query';
import { isDateText, isTimeText } from './ld-time';

export type LdEntityTest = (entity: Entity) => boolean;

/**
 * Compiles `q` once to a predicate that runs many times. Terms about linked entities hold for none: they are resolved before.
 *
 * What is missing matches nothing, `!=` neither. Of several instances one suffices. `==` asks for one equal element of an array,
 * `!=` that none is equal; so a value of another type is always unequal. Order and patterns are asked of single values.
 *
 * @throws NgsiLdFault  a pattern cannot be compiled (never for parsed trees)
 */
export function compileLdQuery(query: LdQuery): LdEntityTest {
  switch (query.kind) {
    case 'and': {
      const tests = query.parts.map(compileLdQuery);
      return (entity) => tests.every((test) => test(entity));
    }
    case 'or': {
      const tests = query.parts.map(compileLdQuery);
      return (entity) => tests.some((test) => test(entity));
    }
    case 'not': {
      const test = compileLdQuery(query.part);
      return (entity) => !test(entity);
    }
    case 'exists':
      return (entity) => someElement(entity, query.path, () => true);
    case 'compare': {
      const test = compileElementTest(query.operator, query.operand);
      return (entity) => someElement(entity, query.path, test);
    }
    case 'linked':
    case 'never':
      return () => false;
  }
}

type ElementTest = (element: LdElement) => boolean;

function compileElementTest(operator: LdOperator, operand: LdOperand): ElementTest {
  if (operand.kind === 'pattern') return compilePatternTest(operator, operand.source);
  if (operator === '==') return compileEqual(operand);
  if (operator === '!=') {
    const equal = compileEqual(operand);
    return (element) => !equal(element);
  }
  if (operand.kind === 'list' || operand.kind === 'range' || operator === '~=' || operator === '!~=')
    return () => false;
  const test = compileOrderTest(operator, operand);
  return (element) => isOrdered(element) && test(element);
}

/** Links have no order; arrays are not a single value. */
const isOrdered = (element: LdElement): boolean =>
  element.kind === 'seconds' || (element.isLink !== true && !isJsonArray(element.value));

function compilePatternTest(operator: LdOperator, source: string): ElementTest {
  const matches = compileLdPattern(source, 'q');
  const wanted = operator === '~=';
  return (element) =>
    element.kind === 'value' &&
    element.isLink !== true &&
    typeof element.value === 'string' &&
    matches(element.value) === wanted;
}

/** One of the elements of an array, or the single value, is equal. */
function compileEqual(operand: Exclude<LdOperand, { kind: 'pattern' }>): ElementTest {
  const test = compileSingleEqual(operand);
  return (element) => {
    if (element.kind === 'seconds' || !isJsonArray(element.value)) return test(element);
    return element.value.some((value) => test({ ...element, value }));
  };
}

function compileSingleEqual(operand: Exclude<LdOperand, { kind: 'pattern' }>): ElementTest {
  if (operand.kind === 'list') {
    const tests = operand.items.map(compileLiteralEqual);
    return (element) => tests.some((test) => test(element));
  }
  if (operand.kind === 'range') {
    const from = compileOrderTest('>=', operand.from);
    const to = compileOrderTest('<=', operand.to);
    return (element) => isOrdered(element) && from(element) && to(element);
  }
  return compileLiteralEqual(operand);
}

function compileLiteralEqual(literal: LdLiteral): ElementTest {
  switch (literal.kind) {
    case 'text': {
      const { value, expanded } = literal;
      const seconds = readDateTime(value);
      return (element) => {
        if (element.kind === 'seconds')
          return seconds !== undefined && timeOrder(element.seconds, seconds) === 0;
        return element.value === value || (element.isVocab === true && element.value === expanded);
      };
    }
    case 'number':
    case 'boolean':
      return (element) => element.kind === 'value' && element.value === literal.value;
    default:
      return compileOrderOf(literal, (order) => order === 0);
  }
}

const ORDERS: Readonly<Record<LdOrderOperator, (order: number) => boolean>> = {
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};

const compileOrderTest = (operator: LdOrderOperator, literal: LdLiteral): ElementTest =>
  compileOrderOf(literal, ORDERS[operator]);

/** Values of other types have no order to the literal. */
function compileOrderOf(literal: LdLiteral, accepts: (order: number) => boolean): ElementTest {
  const order = orderTo(literal);
  return (element) => {
    const found = order(element);
    return found !== undefined && accepts(found);
  };
}

function orderTo(literal: LdLiteral): (element: LdElement) => number | undefined {
  switch (literal.kind) {
    case 'number':
      return ofValues((value) => (typeof value === 'number' ? value - literal.value : undefined));
    case 'text': {
      const seconds = readDateTime(literal.value);
      return (element) => {
        if (element.kind === 'seconds')
          return seconds === undefined ? undefined : timeOrder(element.seconds, seconds);
        return typeof element.value === 'string' ? textOrder(element.value, literal.value) : undefined;
      };
    }
    case 'dateTime':
      return (element) => {
        const seconds = element.kind === 'seconds' ? element.seconds : secondsOfValue(element.value);
        return seconds === undefined ? undefined : timeOrder(seconds, literal.value);
      };
    case 'date':
      return ofValues((value) =>
        typeof value === 'string' && isDateText(value) ? textOrder(value, literal.value) : undefined,
      );
    case 'time':
      return ofValues((value) =>
        typeof value === 'string' && isTimeText(value)
          ? textOrder(timeKey(value), timeKey(literal.value))
          : undefined,
      );
    case 'boolean':
      return () => undefined;
  }
}

const ofValues =
  (order: (value: JsonValue) => number | undefined): ((element: LdElement) => number | undefined) =>
  (element) =>
    element.kind === 'value' ? order(element.value) : undefined;

const secondsOfValue = (value: JsonValue): number | undefined =>
  typeof value === 'string' ? readDateTime(value) : undefined;

/** By code units. */
const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A time of day in a form of one length. */
function timeKey(text: string): string {
  const [whole = '', fraction = ''] = text.slice(0, -1).split(/[.,]/);
  return `${whole}.${fraction.padEnd(6, '0')}`;
}

/** Seconds that NGSIv2 wrote have single precision within their minute. */
const SAME_TIME_SECONDS = 2e-6;

const timeOrder = (a: number, b: number): number => (Math.abs(a - b) < SAME_TIME_SECONDS ? 0 : a - b);
