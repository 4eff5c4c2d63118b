import type { Attribute, Entity, Metadata, NotificationFacts } from '@smart-city/context';

export const BUILTIN_ATTRIBUTES = [
  'dateCreated',
  'dateModified',
  'dateExpires',
  'servicePath',
  'alterationType',
] as const;
export const BUILTIN_METADATA = ['dateCreated', 'dateModified', 'previousValue', 'actionType'] as const;

const NO_METADATA: ReadonlyMap<string, Metadata> = new Map();

const builtin = (type: string, value: string | number): Attribute => ({
  type,
  value,
  metadata: NO_METADATA,
  creDate: 0,
  modDate: 0,
});

/** The builtin attribute `name` of an entity, if it is one and has a value. */
export function builtinAttribute(
  entity: Entity,
  name: string,
  facts: NotificationFacts,
): Attribute | undefined {
  switch (name) {
    case 'dateCreated':
      return builtin('DateTime', entity.creDate);
    case 'dateModified':
      return builtin('DateTime', entity.modDate);
    case 'servicePath':
      return builtin('Text', entity.servicePath);
    case 'alterationType':
      return facts.alterationType === undefined ? undefined : builtin('Text', facts.alterationType);
    default:
      return undefined;
  }
}

/** A date of 0 means there is none: builtin attributes and those of providers have no dates of their own. */
const dateMetadata = (seconds: number): Metadata | undefined =>
  seconds === 0 ? undefined : { type: 'DateTime', value: seconds };

/** The builtin metadata `item` of the attribute `name`, if it is one and has a value. */
export function builtinMetadata(
  name: string,
  attribute: Attribute,
  item: string,
  facts: NotificationFacts,
): Metadata | undefined {
  switch (item) {
    case 'dateCreated':
      return dateMetadata(attribute.creDate);
    case 'dateModified':
      return dateMetadata(attribute.modDate);
    case 'previousValue':
      // Outside of a notification nothing changed: it is the value as it is.
      return facts.previousValue === undefined
        ? { type: attribute.type, value: attribute.value }
        : facts.previousValue(name);
    case 'actionType': {
      const action = facts.actionType?.(name);
      return action === undefined ? undefined : { type: 'Text', value: action };
    }
    default:
      return undefined;
  }
}
