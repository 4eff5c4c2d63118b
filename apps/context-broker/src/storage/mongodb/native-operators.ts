import {
  DATE_EXPIRES,
  isDateTimeType,
  isLocationType,
  numberForm,
  type Attribute,
  type AttributeInput,
  type Entity,
  type EntityUpdate,
  type JsonValue,
} from '@smart-city/context';
import { isOperator } from './mongo-operators';

/** Stands for the value an operator will give: it differs from every stored value, so the attribute counts as changed. */
const PENDING: JsonValue = new Map([['\u0000pending', null]]);

/**
 * The operators of a request that the database applies: those on attributes the entity has. On others the operator's
 * result is a plain value. Computed here, under a guard on the attribute's modification date, are those whose value a
 * second field follows (location, expiry) or whose operand depends on the stored type (a bare value for a DateTime).
 */
export function nativeOperators(update: EntityUpdate, before: Entity): ReadonlyMap<string, AttributeInput> {
  if (update.action === 'replace' || update.action === 'delete') return new Map();
  const native = update.attrs.filter((input) => {
    const stored = before.attrs.get(input.name);
    return stored !== undefined && isOperator(input.value) && !isComputed(input, stored);
  });
  return new Map(native.map((input) => [input.name, input]));
}

const isComputed = ({ name, type, value }: AttributeInput, stored: Attribute): boolean =>
  name === DATE_EXPIRES ||
  isLocationType(type ?? stored.type) ||
  isLocationType(stored.type) ||
  (type === undefined && isDateTimeType(stored.type)) ||
  (numberForm() === 'exact' && mayHaveDecimals(value, stored.value));

/** Whether a result has to be rounded here: the database has no such operator. Counters stay its own. */
const mayHaveDecimals = (operator: JsonValue, stored: JsonValue): boolean =>
  operator instanceof Map &&
  ['$inc', '$mul'].some(
    (name) => operator.has(name) && !(Number.isInteger(operator.get(name)) && Number.isInteger(stored)),
  );

/** The update with a stand-in for what each of these operators will give. */
export const withPending = (
  update: EntityUpdate,
  operators: ReadonlyMap<string, AttributeInput>,
): EntityUpdate =>
  operators.size === 0
    ? update
    : {
        ...update,
        attrs: update.attrs.map((input) =>
          operators.has(input.name) ? { ...input, value: PENDING } : input,
        ),
      };
