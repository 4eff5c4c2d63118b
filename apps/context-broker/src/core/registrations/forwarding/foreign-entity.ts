import {
  defaultType,
  isDateTimeType,
  parseDateTime,
  type Attribute,
  type Entity,
  type JsonValue,
  type Metadata,
} from '@smart-city/context';

/** An attribute or metadata item as a provider sent it: a missing type follows from the value, dates become seconds. */
export function foreignMetadata(
  type: JsonValue | undefined,
  value: JsonValue,
): Pick<Metadata, 'type' | 'value'> {
  const name = typeof type === 'string' && type !== '' ? type : defaultType(value);
  const seconds = isDateTimeType(name) && typeof value === 'string' ? parseDateTime(value) : undefined;
  return { type: name, value: seconds ?? value };
}

/** An attribute of a provider has no dates of its own here. */
export const foreignAttribute = (
  type: JsonValue | undefined,
  value: JsonValue,
  metadata: ReadonlyMap<string, Metadata>,
): Attribute => ({
  ...foreignMetadata(type, value),
  metadata,
  creDate: 0,
  modDate: 0,
});

export const foreignEntity = (id: string, type: string, attrs: ReadonlyMap<string, Attribute>): Entity => ({
  id,
  type,
  servicePath: '/',
  attrs,
  creDate: 0,
  modDate: 0,
});
