import type { Document, Sort } from 'mongodb';
import {
  encodeName,
  type EntityArea,
  type EntityQuery,
  type EntityRef,
  type EntitySelector,
  type OrderKey,
  type ReadTenancy,
  type ServicePathFilter,
} from '@smart-city/context';
import { geoCountFilter, geoFilter } from './mongo-geo-filter';
import { notOnMongo } from './mongo-attribute-geo-filter';
import { conjunction } from './mongo-conjunction';
import { positionClauses, positionSort } from './mongo-position';
import { conditionFilter } from './mongo-condition-filter';

/**
 * Entity queries as MongoDB filters, in the form Orion gives them: simple values where one
 * suffices, so that an administrator's indexes on `_id.*`, `attrNames` and `attrs.<A>.value` are used.
 */

/** Filter of a query, for `find`. */
export function compileFilter(servicePaths: readonly ServicePathFilter[], query: EntityQuery): Document {
  return conjunction([
    ...baseClauses(servicePaths, query),
    ...positionClauses(query),
    ...(query.geo ? [geoFilter(query.geo)] : []),
  ]);
}

/** The same set of entities in a form that counting accepts (it refuses `$nearSphere`). */
export function compileCountFilter(servicePaths: readonly ServicePathFilter[], query: EntityQuery): Document {
  return conjunction([
    ...baseClauses(servicePaths, query),
    ...(query.geo ? [geoCountFilter(query.geo)] : []),
  ]);
}

/**
 * Sort keys of a query; undefined when the order is the one `$nearSphere` gives: `geo:distance` first (what follows is
 * ignored) with `near`. An attribute's token goes into the path as it is.
 *
 * @throws NgsiError  400 for the order by the distance of an attribute
 */
export function compileSort(query: EntityQuery): Sort | undefined {
  if (query.cursor !== undefined) return positionSort(query);
  if (query.orderBy.length === 0) return [['creDate', 1]];
  if (query.orderBy[0]?.by === 'distance') {
    if (query.geo?.georel !== 'near') return [['creDate', 1]];
    if (query.geo.attribute !== undefined) throw notOnMongo('orderBy=geo:distance');
    return undefined;
  }
  return query.orderBy
    .filter((key) => key.by !== 'distance')
    .map((key): [string, 1 | -1] => [sortPath(key), key.descending ? -1 : 1]);
}

/** Entities that `ref` names in any of the service paths. */
export function refFilter({ servicePaths }: Pick<ReadTenancy, 'servicePaths'>, ref: EntityRef): Document {
  return conjunction([
    { '_id.id': ref.id, ...(ref.type === undefined ? {} : { '_id.type': ref.type }) },
    ...servicePathClauses(servicePaths),
  ]);
}

/** `_id.servicePath` in any of these; no clause at all for `/#`, which matches documents without a path too. */
export function servicePathClauses(paths: readonly ServicePathFilter[]): readonly Document[] {
  if (paths.length === 0 || paths.some(({ path, subtree }) => subtree && path === '/')) return [];
  const [only, ...others] = paths;
  if (only && others.length === 0 && !only.subtree) return [{ '_id.servicePath': only.path }];
  const items = paths.flatMap(({ path, subtree }) => (subtree ? [path, below(path)] : [path]));
  return [{ '_id.servicePath': { $in: items } }];
}

function baseClauses(servicePaths: readonly ServicePathFilter[], query: EntityQuery): readonly Document[] {
  return [
    ...selectorClauses(query.selectors),
    ...servicePathClauses(servicePaths),
    ...(query.within ?? []).map(areasFilter),
    ...(query.anyOfAttributes ? [{ attrNames: { $in: query.anyOfAttributes } }] : []),
    ...[...(query.q ?? []), ...(query.mq ?? [])].map(conditionFilter),
  ];
}

function selectorClauses(selectors: readonly EntitySelector[]): readonly Document[] {
  const clauses = selectors.map(selectorFilter);
  if (clauses.length <= 1) return clauses.filter((clause) => Object.keys(clause).length > 0);
  return clauses.some((clause) => Object.keys(clause).length === 0) ? [] : [{ $or: clauses }];
}

function areasFilter(areas: readonly EntityArea[]): Document {
  if (areas.length === 0) return { $nor: [{}] };
  return {
    $or: areas.map(({ selector, servicePaths }) =>
      conjunction([selectorFilter(selector), ...servicePathClauses(servicePaths)]),
    ),
  };
}

function selectorFilter({ ids, idPattern, types, typePattern }: EntitySelector): Document {
  return conjunction([
    ...(ids ? [{ '_id.id': oneOf(ids) }] : []),
    ...(idPattern === undefined ? [] : [{ '_id.id': { $regex: idPattern } }]),
    ...(types ? [{ '_id.type': oneOf(types) }] : []),
    ...(typePattern === undefined ? [] : [{ '_id.type': { $regex: typePattern } }]),
  ]);
}

/** Everything under a path; names hold letters, digits and `_` only, so escaping is for what a parser let through. */
const below = (path: string) => new RegExp(`^${path.replace(/[^\w/]/g, '\\$&')}/`);

const oneOf = (values: readonly string[]) => (values.length === 1 ? values[0] : { $in: values });

const SORT_PATHS = {
  id: '_id.id',
  type: '_id.type',
  servicePath: '_id.servicePath',
  dateCreated: 'creDate',
  dateModified: 'modDate',
} as const;

function sortPath(key: Exclude<OrderKey, { readonly by: 'distance' }>): string {
  return key.by === 'attribute' ? `attrs.${key.name}.value` : SORT_PATHS[key.by];
}

/** Path of an attribute's sub-document. */
export const attributeField = (name: string): string => `attrs.${encodeName(name)}`;
