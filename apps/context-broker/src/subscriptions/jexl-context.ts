import {
  renderDateTime,
  isDateTimeType,
  type Attribute,
  type Entity,
  type JexlContext,
  type JsonValue,
  type Metadata,
} from '@smart-city/ngsi';

export interface JexlFacts {
  readonly entity: Entity;
  readonly tenant: string;
  readonly authToken: string | undefined;
  /** Values that take the place of, or come beside, those of the entity. */
  readonly computed?: ReadonlyMap<string, JsonValue>;
  /** Builtin metadata beside the stored one. */
  readonly builtinMetadata?: (name: string, attribute: Attribute) => ReadonlyMap<string, Metadata>;
}

/** A value as clients see it: dates are text. */
export const shownValue = ({ type, value }: Pick<Attribute, 'type' | 'value'>): JsonValue =>
  typeof value === 'number' && isDateTimeType(type) ? renderDateTime(value) : value;

/**
 * What the names of an expression mean (spec section 10.2): every attribute by name; `id`, `type`, `service`,
 * `servicePath`, `authToken` unless an attribute is called so; and `metadata`, which always holds the metadata.
 */
export function jexlContextOf(facts: JexlFacts): JexlContext {
  const { entity, tenant, authToken = '', computed } = facts;
  return {
    get(name) {
      if (name === 'metadata') return metadataOf(facts);
      const attribute = entity.attrs.get(name);
      if (attribute !== undefined) return shownValue(attribute);
      if (computed?.has(name)) return computed.get(name);
      switch (name) {
        case 'id':
          return entity.id;
        case 'type':
          return entity.type === '' ? 'Thing' : entity.type;
        case 'service':
          return tenant;
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

function metadataOf({ entity, builtinMetadata }: JexlFacts): JsonValue {
  const all = [...entity.attrs].map(([name, attribute]): [string, JsonValue] => {
    const items = [...(builtinMetadata?.(name, attribute) ?? []), ...attribute.metadata];
    return [name, new Map(items.map(([item, metadata]) => [item, shownValue(metadata)]))];
  });
  return new Map(all);
}
