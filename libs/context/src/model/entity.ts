import type { JsonValue } from '../json/json-value';
import type { AttributeKind } from './attribute-kind';

/**
 * Members of an attribute or a sub-attribute beside its type and value where NGSI-LD wrote it. NGSIv2 and NGSIv1 write none of
 * these. Without a `kind` there is no other of them either, but for `text`.
 */
export interface NgsiLdMembers {
  /** All that NGSI-LD writes has one, `observedAt` and `unitCode` aside. Absent: `kindOf` tells it from type and value. */
  readonly kind?: AttributeKind;
  /** Absent: the default instance. An attribute without default instance is its first instance, and has this. */
  readonly datasetId?: string;
  /** Text of a DateTime as it was given, where `value` is its seconds. */
  readonly text?: string;
  /** Name of a datatype, stored as names are. */
  readonly valueType?: string;
  /** Entity types that a Relationship or ListRelationship points to, stored as names are. */
  readonly objectType?: string | readonly string[];
  /** Text of the DateTime at which the attribute or instance ends. */
  readonly expiresAt?: string;
}

/**
 * A metadata item of NGSIv2, and a sub-attribute of NGSI-LD: the item is its flat case. `observedAt` (a DateTime with its
 * `text`) and `unitCode` (a Text) are items of these names without `kind`.
 */
export interface Metadata extends NgsiLdMembers {
  readonly type: string;
  /** In the form of {@link Attribute.value}. */
  readonly value: JsonValue;
  /** Sub-attributes of the sub-attribute, never empty; NGSIv2 does not see them. */
  readonly metadata?: MetadataMap;
  /** Instances beside this one, each with its own `datasetId`. */
  readonly instances?: readonly Metadata[];
  /** Seconds since the epoch, with fractions. */
  readonly creDate?: number;
  /** Seconds since the epoch, with fractions. */
  readonly modDate?: number;
}

/** Metadata by name, in the order it was first stored. */
export type MetadataMap = ReadonlyMap<string, Metadata>;

/** One instance of an attribute as stored. */
export interface AttributeInstance extends NgsiLdMembers {
  /** The type that NGSIv2 shows. `ngsiv2TypeOf` gives it to what NGSI-LD writes. */
  readonly type: string;
  /**
   * A value of type `DateTime` or `ISO8601` is held as seconds since the epoch (a double). Of each kind of NGSI-LD it is what
   * stands in its value member (`value`, `object`, `languageMap`, `vocab`, `json`, `valueList`), with names as they are
   * stored; a ListRelationship is an array of URIs.
   */
  readonly value: JsonValue;
  readonly metadata: MetadataMap;
  /** Seconds since the epoch, with fractions. */
  readonly creDate: number;
  /** Seconds since the epoch, with fractions. */
  readonly modDate: number;
}

/** An attribute as stored: its default instance, or its first where it has none. NGSIv2 sees this one alone. */
export interface Attribute extends AttributeInstance {
  /** Instances beside this one, each with its own `datasetId`, in the order they came. */
  readonly instances?: readonly AttributeInstance[];
}

/** Attributes by name, in stored order. Rendering sorts them. */
export type AttributeMap = ReadonlyMap<string, Attribute>;

/** Entry of the location index: the GeoJSON geometry derived from one attribute of the entity. */
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
  /** Types of NGSI-LD beyond the first; NGSIv2 does not see them. Never empty. */
  readonly furtherTypes?: readonly string[];
  readonly servicePath: string;
  /** Scopes of NGSI-LD. Absent: the service path is the one scope, and `/` is none (`scopesOf`). Never empty. */
  readonly scopes?: readonly string[];
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
