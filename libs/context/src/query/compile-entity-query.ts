import { badRequest } from '../errors';
import type { Entity } from '../model/entity';
import { compileGeoQuery } from './compile-geo-query';
import { compilePattern, type PatternOptions } from './compile-pattern';
import { compileSimpleQuery, type EntityTest } from './compile-simple-query';
import type { EntityArea, EntityQuery, EntitySelector, ServicePathFilter } from './entity-query';
import { geometryAt } from './geo-place';
import type { GeoQuery } from './geo-query';

/** `/#`: no filter. */
export const ALL_SERVICE_PATHS: readonly ServicePathFilter[] = [{ path: '/', subtree: true }];

/**
 * Compiles all that decides which entities a query selects; order, paging and count are not its business. The model
 * for every store.
 *
 * @throws BadRequest a pattern cannot be compiled
 */
export function compileEntityQuery(
  query: Pick<EntityQuery, 'selectors' | 'within' | 'q' | 'mq' | 'geo' | 'anyOfAttributes'>,
  servicePaths: readonly ServicePathFilter[] = ALL_SERVICE_PATHS,
): EntityTest {
  const tests = [
    compileServicePaths(servicePaths),
    compileSelectors(query.selectors),
    ...(query.within ?? []).map(compileAreas),
    query.q && compileSimpleQuery(query.q),
    query.mq && compileSimpleQuery(query.mq),
    query.geo && compilePlace(query.geo),
    query.anyOfAttributes && compileAnyOf(query.anyOfAttributes),
  ].filter((test) => test !== undefined);
  return (entity) => tests.every((test) => test(entity));
}

/** Whether a service path is one of those asked for. */
export const matchesServicePath = (servicePath: string, filters: readonly ServicePathFilter[]): boolean =>
  filters.some(({ path, subtree }) => {
    if (!subtree) return servicePath === path;
    return path === '/' || servicePath === path || servicePath.startsWith(`${path}/`);
  });

function compileServicePaths(filters: readonly ServicePathFilter[]): EntityTest | undefined {
  if (filters.some(({ path, subtree }) => subtree && path === '/')) return undefined;
  return (entity) => matchesServicePath(entity.servicePath, filters);
}

function compileSelectors(selectors: readonly EntitySelector[]): EntityTest | undefined {
  if (selectors.length === 0) return undefined;
  const tests = selectors.map((selector) => compileSelector(selector));
  return (entity) => tests.some((test) => test(entity));
}

/** Whether an entity is in one of the areas. */
export function compileAreas(
  areas: readonly EntityArea[],
): (entity: Pick<Entity, 'id' | 'type' | 'servicePath'>) => boolean {
  const tests = areas.map(({ selector, servicePaths }) => {
    const selects = compileSelector(selector);
    return (entity: Pick<Entity, 'id' | 'type' | 'servicePath'>) =>
      selects(entity) && matchesServicePath(entity.servicePath, servicePaths);
  });
  return (entity) => tests.some((test) => test(entity));
}

/** Compiles one selector: every member given must hold. */
export function compileSelector(
  { ids, idPattern, types, typePattern }: EntitySelector,
  options?: PatternOptions,
): (entity: Pick<Entity, 'id' | 'type'>) => boolean {
  const id = compileName(ids, idPattern, 'Invalid regex for entity idPattern', options);
  const type = compileName(types, typePattern, 'Invalid regex for entity typePattern', options);
  return (entity) => id(entity.id) && type(entity.type);
}

function compileName(
  names: readonly string[] | undefined,
  pattern: string | undefined,
  fault: string,
  options: PatternOptions | undefined,
): (name: string) => boolean {
  const wanted = names && new Set(names);
  const compiled =
    pattern === undefined ? undefined : compilePattern(pattern, () => badRequest(fault), options);
  return (name) => (wanted?.has(name) ?? true) && (compiled?.test(name) ?? true);
}

/** Whether an entity's place is where a geo query asks for it. */
export function compilePlace(geo: GeoQuery): EntityTest {
  const test = compileGeoQuery(geo);
  return (entity) => {
    const place = geometryAt(geo, entity);
    return place !== undefined && test(place);
  };
}

const compileAnyOf =
  (names: readonly string[]): EntityTest =>
  (entity) =>
    names.some((name) => entity.attrs.has(name));
