import {
  compileGeometryDistance,
  compileGeometryRelation,
  geometriesOf,
  type Entity,
  type GeometryRelation,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import type { LdEntityTest } from './compile-ld-query';

/** A geo query (GS CIM 009 §4.10). It is plain data. */
export interface LdGeoQuery {
  readonly georel: 'near' | GeometryRelation;
  /** A GeoJSON geometry, longitude first. */
  readonly geometry: JsonObject;
  /** Metres; one of the two, and only with `near`. */
  readonly maxDistanceM?: number;
  readonly minDistanceM?: number;
  /** Stored name of the GeoProperty. */
  readonly geoproperty: string;
}

/** Makes the test of an entity: an instance suffices, and an entity without the GeoProperty never passes. */
export function compileLdGeoQuery(query: LdGeoQuery): LdEntityTest {
  const test = compileGeometryTest(query);
  return (entity) => geometriesIn(entity, query.geoproperty).some(test);
}

/** Makes the test of one stored geometry. */
export function compileGeometryTest(query: LdGeoQuery): (geometry: JsonValue) => boolean {
  if (query.georel !== 'near') return compileGeometryRelation(query.georel, query.geometry);
  const { maxDistanceM = Infinity, minDistanceM = 0 } = query;
  const distance = compileGeometryDistance(query.geometry);
  return (geometry) => {
    const metres = distance(geometry);
    return metres !== undefined && metres >= minDistanceM && metres <= maxDistanceM;
  };
}

/** The geometries of all instances of an attribute. */
export function geometriesIn(entity: Entity, name: string): readonly JsonObject[] {
  const attribute = entity.attrs.get(name);
  return attribute === undefined ? [] : geometriesOf(attribute);
}
