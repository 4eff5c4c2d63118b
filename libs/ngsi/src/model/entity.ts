import type { JsonValue } from '../json/json-value';

export interface Metadata {
  readonly type: string;
  readonly value: JsonValue;
}

/** Metadata by name, in the order it was first stored. */
export type MetadataMap = ReadonlyMap<string, Metadata>;

/** An attribute as stored. A value of type `DateTime` or `ISO8601` is held as seconds since the epoch (a double). */
export interface Attribute {
  readonly type: string;
  readonly value: JsonValue;
  readonly metadata: MetadataMap;
  /** Seconds since the epoch, with fractions. */
  readonly creDate: number;
  /** Seconds since the epoch, with fractions. */
  readonly modDate: number;
}

/** Attributes by name, in stored order. Rendering sorts them. */
export type AttributeMap = ReadonlyMap<string, Attribute>;

/** What the location index holds: the GeoJSON geometry derived from one attribute of the entity. */
export interface EntityLocation {
  readonly attrName: string;
  /** A GeoJSON geometry: `{type, coordinates}`, longitude first. */
  readonly coords: JsonValue;
}

/** An entity as stored. (id, type, servicePath) is unique within a tenant. */
export interface Entity {
  readonly id: string;
  /** The empty string for a document without type; rendered as `Thing`. */
  readonly type: string;
  readonly servicePath: string;
  readonly attrs: AttributeMap;
  /** Attributes are shown in the order of the map. Absent: in the byte order of their names, as those of the store. */
  readonly isOrdered?: boolean;
  readonly creDate: number;
  readonly modDate: number;
  /** Correlator root of the last update, for loop protection. */
  readonly lastCorrelator?: string;
  readonly location?: EntityLocation;
  /** Milliseconds since the epoch at which a transient entity ends. */
  readonly expiresAtMs?: number;
}

/** Names one entity, or several when `type` is absent. */
export interface EntityRef {
  readonly id: string;
  readonly type?: string;
}
