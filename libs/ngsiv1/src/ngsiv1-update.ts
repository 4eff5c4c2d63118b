import type { ActionType, AttributeInput, EntityUpdate, Metadata } from '@smart-city/context';
import type { ContextAttribute, ContextElement } from './context-element';

export interface Ngsiv1UpdateOptions {
  /** `-ngsiv1Autocast`: texts of number, boolean and date types become what the type says. */
  readonly autocast: boolean;
  /** Of the elements without type: only the entity that has none, instead of every entity of that id. */
  readonly onlyUntyped?: boolean;
}

/** One element of `updateContext` as the door for writes takes it: without a type it means every entity of that id. */
export function ngsiv1Update(
  action: ActionType,
  element: ContextElement,
  { autocast, onlyUntyped }: Ngsiv1UpdateOptions,
): EntityUpdate {
  const type = element.type === '' && !onlyUntyped ? undefined : element.type;
  return {
    action,
    ref: { id: element.id, ...(type !== undefined && { type }) },
    attrs: element.attributes.map((attribute) => attributeInput(attribute, autocast)),
    allMatching: true,
    defaultType: '',
    overrideMetadata: false,
  };
}

/** Neither type, value nor metadata: NGSIv1 refuses it in APPEND and UPDATE. */
export const isEmptyAttribute = ({ type, value, metadatas }: ContextAttribute): boolean =>
  type === '' && value === undefined && metadatas.length === 0;

function attributeInput(
  { name, type, value, metadatas }: ContextAttribute,
  autocast: boolean,
): AttributeInput {
  const metadata = new Map(
    metadatas.flatMap((item): [string, Metadata][] =>
      item.value === undefined ? [] : [[item.name, { type: item.type, value: item.value }]],
    ),
  );
  return {
    name,
    // Without a type the stored one stays.
    ...(type !== '' && { type }),
    value: value ?? '',
    metadata,
    legacy: { keepsValue: value === undefined, autocast },
  };
}
