import {
  renderDateTime,
  isDateTimeType,
  type Attribute,
  type Entity,
  type JsonValue,
  type NotificationFacts,
} from '@smart-city/context';
import { BUILTIN_METADATA, builtinMetadata, JexlBudget, type JexlContext } from '@smart-city/ngsiv2';

export interface JexlFacts {
  readonly entity: Entity;
  /** `Fiware-Service` of the request, in lower case. */
  readonly service: string;
  readonly authToken: string | undefined;
  /** About the update, for builtin metadata. */
  readonly facts: NotificationFacts;
}

/** A value as clients see it: dates are text. */
export const shownValue = ({ type, value }: Pick<Attribute, 'type' | 'value'>): JsonValue =>
  typeof value === 'number' && isDateTimeType(type) ? renderDateTime(value) : value;

/**
 * What the names of an expression mean: every attribute by name; `id`, `type`, `service`,
 * `servicePath`, `authToken` unless an attribute is called so; and `metadata`, which always holds the metadata. All expressions
 * that are evaluated with it share one budget.
 */
export function jexlContextOf(jexlFacts: JexlFacts): JexlContext {
  const { entity, service, authToken = '' } = jexlFacts;
  let metadata: JsonValue | undefined;
  return {
    budget: new JexlBudget(),
    get(name) {
      if (name === 'metadata') return (metadata ??= metadataOf(jexlFacts));
      const attribute = entity.attrs.get(name);
      if (attribute !== undefined) return shownValue(attribute);
      switch (name) {
        case 'id':
          return entity.id;
        case 'type':
          return entity.type === '' ? 'Thing' : entity.type;
        case 'service':
          return service;
        case 'servicePath':
          return entity.servicePath;
        case 'authToken':
          return authToken;
        default:
          return undefined;
      }
    },
  };
}

/** Stored metadata and builtin ones, by attribute; a stored one called like a builtin wins. */
function metadataOf({ entity, facts }: JexlFacts): JsonValue {
  const all = [...entity.attrs].map(([name, attribute]): [string, JsonValue] => {
    const items = new Map<string, JsonValue>();
    for (const item of BUILTIN_METADATA) {
      const metadata = builtinMetadata(name, attribute, item, facts);
      if (metadata !== undefined) items.set(item, shownValue(metadata));
    }
    for (const [item, metadata] of attribute.metadata) items.set(item, shownValue(metadata));
    return [name, items];
  });
  return new Map(all);
}
