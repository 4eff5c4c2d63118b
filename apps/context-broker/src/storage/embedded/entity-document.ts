import type { Attribute, AttributeMap, Entity, Metadata, MetadataMap } from '@smart-city/context';
import { decodeJson, fromParsed, keyOf, parseOrdered } from './json-document';

interface MetadataDocument {
  readonly v: unknown;
  readonly t: string;
}

/** An attribute as it is stored. */
export interface AttributeDocument extends MetadataDocument {
  readonly c: number;
  readonly d: number;
  readonly m?: Readonly<Record<string, MetadataDocument>>;
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
export const decodeAttribute = ({ v, t, c, d, m }: AttributeDocument): Attribute => ({
  type: t,
  value: fromParsed(v),
  metadata: m === undefined ? NO_METADATA : decodeMetadata(m),
  creDate: c,
  modDate: d,
});

function decodeMetadata(documents: Readonly<Record<string, MetadataDocument>>): MetadataMap {
  const metadata = new Map<string, Metadata>();
  for (const name of Object.keys(documents)) {
    const { v, t } = documents[name]!;
    metadata.set(keyOf(name), { type: t, value: fromParsed(v) });
  }
  return metadata;
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
];

export const ENTITY_COLUMNS =
  'key, id, type, service_path, cre_date, mod_date, expires_at_ms, last_correlator, location_attr, location, json(doc)';

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
  ] = row;
  return {
    id,
    type,
    servicePath,
    attrs: decodeAttributes(doc),
    creDate,
    modDate,
    ...(lastCorrelator !== null && { lastCorrelator }),
    ...(locationAttr !== null &&
      location !== null && { location: { attrName: locationAttr, coords: decodeJson(location) } }),
    ...(expiresAtMs !== null && { expiresAtMs }),
  };
}
