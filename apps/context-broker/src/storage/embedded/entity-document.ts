import type {
  Attribute,
  AttributeInstance,
  AttributeMap,
  Entity,
  Metadata,
  MetadataMap,
} from '@smart-city/context';
import { decodeJson, fromParsed, keyOf, parseOrdered } from './json-document';
import { decodeMembers, type MembersDocument } from './ngsi-ld-document';

/** A metadata item as it is stored; all but the first two members of what NGSI-LD wrote alone. */
interface MetadataDocument extends MembersDocument {
  readonly v: unknown;
  readonly t: string;
  readonly c?: number;
  readonly d?: number;
  readonly m?: Readonly<Record<string, MetadataDocument>>;
  /** Other instances. */
  readonly i?: readonly MetadataDocument[];
}

/** An attribute as it is stored. */
export interface AttributeDocument extends MetadataDocument {
  readonly c: number;
  readonly d: number;
  readonly i?: readonly AttributeDocument[];
}

const NO_METADATA: MetadataMap = new Map();

/** Reads what `encodeAttributes` wrote. */
export function decodeAttributes(doc: string): AttributeMap {
  const attrs = new Map<string, Attribute>();
  const documents = parseOrdered(doc) as Readonly<Record<string, AttributeDocument>>;
  for (const name of Object.keys(documents)) attrs.set(keyOf(name), decodeAttribute(documents[name]!));
  return attrs;
}

/** Reads one of the members of what `parseOrdered` made of a stored text. */
export function decodeAttribute(document: AttributeDocument): Attribute {
  if (document.i === undefined) return decodeInstance(document);
  return { ...decodeInstance(document), instances: document.i.map(decodeInstance) };
}

function decodeInstance(document: AttributeDocument): AttributeInstance {
  const { v, t, c, d, m, k, x } = document;
  const plain = {
    type: t,
    value: fromParsed(v),
    metadata: m === undefined ? NO_METADATA : decodeMetadata(m),
    creDate: c,
    modDate: d,
  };
  return k === undefined && x === undefined ? plain : { ...plain, ...decodeMembers(document) };
}

function decodeMetadata(documents: Readonly<Record<string, MetadataDocument>>): MetadataMap {
  const metadata = new Map<string, Metadata>();
  for (const name of Object.keys(documents)) metadata.set(keyOf(name), decodeItem(documents[name]!));
  return metadata;
}

function decodeItem(document: MetadataDocument): Metadata {
  const { v, t, c, d, m, k, x, i } = document;
  const plain = { type: t, value: fromParsed(v) };
  if (k === undefined && x === undefined) return plain;
  return {
    ...plain,
    ...decodeMembers(document),
    ...(m !== undefined && { metadata: decodeMetadata(m) }),
    ...(c !== undefined && { creDate: c }),
    ...(d !== undefined && { modDate: d }),
    ...(i !== undefined && { instances: i.map(decodeItem) }),
  };
}

/** An entity as it is read, and as it travels from a reading thread: the columns of {@link ENTITY_COLUMNS}. */
export type EntityRow = readonly [
  key: number,
  id: string,
  type: string,
  servicePath: string,
  creDate: number,
  modDate: number,
  expiresAtMs: number | null,
  lastCorrelator: string | null,
  locationAttr: string | null,
  location: string | null,
  doc: string,
  furtherTypes: string | null,
  scopes: string | null,
];

export const ENTITY_COLUMNS =
  'key, id, type, service_path, cre_date, mod_date, expires_at_ms, last_correlator, location_attr, location, json(doc), further_types, scopes';

export function decodeEntityRow(row: EntityRow): Entity {
  const [
    ,
    id,
    type,
    servicePath,
    creDate,
    modDate,
    expiresAtMs,
    lastCorrelator,
    locationAttr,
    location,
    doc,
    furtherTypes,
    scopes,
  ] = row;
  return {
    id,
    type,
    ...(furtherTypes !== null && { furtherTypes: JSON.parse(furtherTypes) as string[] }),
    servicePath,
    ...(scopes !== null && { scopes: JSON.parse(scopes) as string[] }),
    attrs: decodeAttributes(doc),
    creDate,
    modDate,
    ...(lastCorrelator !== null && { lastCorrelator }),
    ...(locationAttr !== null &&
      location !== null && { location: { attrName: locationAttr, coords: decodeJson(location) } }),
    ...(expiresAtMs !== null && { expiresAtMs }),
  };
}
