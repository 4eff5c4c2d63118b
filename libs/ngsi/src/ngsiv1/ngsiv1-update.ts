import type { JsonValue } from '../json/json-value';
import type { Metadata } from '../model/entity';
import type { ActionType, AttributeInput, EntityUpdate } from '../model/entity-update';
import { isDateTimeType, parseDateTime } from '../values/date-time';
import { defaultType } from '../values/default-type';
import type { ContextAttribute, ContextElement } from './context-element';

export interface Ngsiv1UpdateOptions {
  /** `-ngsiv1Autocast`: texts of number, boolean and date types become what the type says. */
  readonly autocast: boolean;
  /** Root of `Fiware-Correlator`. */
  readonly correlator?: string;
}

/** One element of `updateContext` as the door for writes takes it: without a type it means every entity of that id. */
export function ngsiv1Update(
  action: ActionType,
  element: ContextElement,
  { autocast, correlator }: Ngsiv1UpdateOptions,
): EntityUpdate {
  return {
    action,
    ref: { id: element.id, ...(element.type !== '' && { type: element.type }) },
    attrs: element.attributes.map((attribute) => attributeInput(attribute, autocast)),
    allMatching: true,
    defaultType: '',
    ...(correlator !== undefined && { correlator }),
  };
}

/** Neither type, value nor metadata: NGSIv1 refuses it in APPEND and UPDATE. */
export const isEmptyAttribute = ({ type, value = '', metadatas }: ContextAttribute): boolean =>
  type === '' && value === '' && metadatas.length === 0;

function attributeInput(
  { name, type, value = '', metadatas }: ContextAttribute,
  autocast: boolean,
): AttributeInput {
  const stored = autocast && typeof value === 'string' ? cast(type, value) : value;
  const metadata = new Map(
    metadatas.map((item): [string, Metadata] => [
      item.name,
      { type: item.type || defaultType(item.value), value: item.value },
    ]),
  );
  // Without a type the stored one stays.
  return { name, ...(type !== '' && { type }), value: stored, metadata };
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function cast(type: string, text: string): JsonValue {
  if (type === 'Number' || type === 'Quantity')
    return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (isDateTimeType(type)) return parseDateTime(text) ?? text;
  return text;
}
