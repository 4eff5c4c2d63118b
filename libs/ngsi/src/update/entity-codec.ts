import { renderExactJson } from '../json/exact-json';
import type { JsonObject, JsonValue } from '../json/json-value';
import { parseJson } from '../json/parse-json';
import type { Attribute, Entity, EntityLocation, Metadata, MetadataMap } from '../model/entity';

/**
 * Writes an entity as the JSON text an embedded store keeps; {@link decodeEntity} gives back an equal entity, numbers to
 * the last bit and members in order.
 *
 * Shape: `{"i":id,"t":type,"p":servicePath,"c":creDate,"m":modDate,"k":lastCorrelator?,"x":expiresAtMs?,
 * "l":{"a":attrName,"g":geometry}?,"a":{<name>:{"t":type,"v":value,"c":creDate,"m":modDate,"d":{<name>:{"t","v"}}?}}}`
 */
export function encodeEntity(entity: Entity): string {
  let text = `{"i":${quote(entity.id)},"t":${quote(entity.type)},"p":${quote(entity.servicePath)},"c":${entity.creDate},"m":${entity.modDate}`;
  if (entity.lastCorrelator !== undefined) text += `,"k":${quote(entity.lastCorrelator)}`;
  if (entity.expiresAtMs !== undefined) text += `,"x":${entity.expiresAtMs}`;
  if (entity.location !== undefined) {
    text += `,"l":{"a":${quote(entity.location.attrName)},"g":${renderExactJson(entity.location.coords)}}`;
  }
  text += ',"a":{';
  let separator = '';
  for (const [name, attribute] of entity.attrs) {
    text += `${separator}${quote(name)}:${encodeAttribute(attribute)}`;
    separator = ',';
  }
  return `${text}}}`;
}

function encodeAttribute({ type, value, metadata, creDate, modDate }: Attribute): string {
  const text = `{"t":${quote(type)},"v":${renderExactJson(value)},"c":${creDate},"m":${modDate}`;
  if (metadata.size === 0) return `${text}}`;
  let items = '';
  for (const [name, item] of metadata) {
    items += `${items === '' ? '' : ','}${quote(name)}:{"t":${quote(item.type)},"v":${renderExactJson(item.value)}}`;
  }
  return `${text},"d":{${items}}}`;
}

const quote = (text: string) => JSON.stringify(text);

/** Reads what {@link encodeEntity} wrote; other text has no defined result. */
export function decodeEntity(text: string): Entity {
  const record = parseJson(text) as JsonObject;
  const attrs = new Map<string, Attribute>();
  for (const [name, attribute] of record.get('a') as ReadonlyMap<string, JsonObject>)
    attrs.set(name, decodeAttribute(attribute));
  const entity: { -readonly [Member in keyof Entity]: Entity[Member] } = {
    id: record.get('i') as string,
    type: record.get('t') as string,
    servicePath: record.get('p') as string,
    attrs,
    creDate: record.get('c') as number,
    modDate: record.get('m') as number,
  };
  const correlator = record.get('k');
  if (correlator !== undefined) entity.lastCorrelator = correlator as string;
  const expiresAtMs = record.get('x');
  if (expiresAtMs !== undefined) entity.expiresAtMs = expiresAtMs as number;
  const location = record.get('l');
  if (location !== undefined) entity.location = decodeLocation(location as JsonObject);
  return entity;
}

const decodeLocation = (record: JsonObject): EntityLocation => ({
  attrName: record.get('a') as string,
  coords: record.get('g') as JsonValue,
});

const NO_METADATA: MetadataMap = new Map();

function decodeAttribute(record: JsonObject): Attribute {
  const items = record.get('d') as ReadonlyMap<string, JsonObject> | undefined;
  return {
    type: record.get('t') as string,
    value: record.get('v') as JsonValue,
    metadata: items === undefined ? NO_METADATA : decodeMetadata(items),
    creDate: record.get('c') as number,
    modDate: record.get('m') as number,
  };
}

function decodeMetadata(items: ReadonlyMap<string, JsonObject>): MetadataMap {
  const metadata = new Map<string, Metadata>();
  for (const [name, item] of items)
    metadata.set(name, { type: item.get('t') as string, value: item.get('v') as JsonValue });
  return metadata;
}
