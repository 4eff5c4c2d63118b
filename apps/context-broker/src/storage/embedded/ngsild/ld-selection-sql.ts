import { boundingBox, scopesOf, surroundingBox, type BoundingBox } from '@smart-city/context';
import {
  compileGeometryTest,
  compileLdPattern,
  compileScopeQuery,
  leavesOf,
  type LdFilter,
  type LdGeoQuery,
  type LdSelector,
  type NameSelection,
} from '@smart-city/ngsild';
import type { LdStoreQuery } from '../../ld-query';
import { keep, type QueryFunctions } from '../query-functions';
import { areasCondition } from '../query-sql';
import { ANYTHING, VALUE, allOf, anyOf, isIn, type SqlCondition } from '../sql-condition';
import { ldQueryCondition } from './ld-condition-sql';

/** Where to look first, and what must hold of a row of `entities`. */
export interface LdSelection {
  readonly from: SqlCondition;
  readonly where: SqlCondition;
}

/**
 * Compiles what decides which entities are selected.
 *
 * @param furtherTypes  those of {@link typesIn} the filter that some entity has besides its first
 * @param nowMs         what ends before it is not there
 */
export function ldSelection(
  { filter, within }: Pick<LdStoreQuery, 'filter' | 'within'>,
  furtherTypes: ReadonlySet<string>,
  functions: QueryFunctions,
  nowMs: number,
): LdSelection {
  const { selectors, anyOf: lists, scopeQ, q, geo } = filter;
  const where = allOf([
    selectorsCondition(selectors, furtherTypes, functions),
    ...(within ?? []).map((areas) => areasCondition(areas, functions)),
    ...(lists ?? []).map((names) => ldQueryCondition({ kind: 'or', parts: names.map(isThere) }, functions)),
    scopeQ === undefined ? ANYTHING : scopeCondition(scopeQ, functions),
    q === undefined ? ANYTHING : ldQueryCondition(q, functions),
    { sql: `(expires_at_ms IS NULL OR expires_at_ms > ${VALUE})`, parameters: [nowMs] },
    IS_OLDEST,
  ]);
  return { from: geo === undefined ? EVERY_ENTITY : placedEntities(geo, functions), where };
}

const EVERY_ENTITY: SqlCondition = { sql: 'entities', parameters: [] };

/** The oldest of several entities of one id counts. Only NGSIv2 makes several. */
const IS_OLDEST: SqlCondition = {
  sql: 'NOT EXISTS (SELECT 1 FROM entities AS elder WHERE elder.id = entities.id AND elder.key < entities.key)',
  parameters: [],
};

const isThere = (name: string) =>
  ({ kind: 'exists', path: { of: 'attribute', name, subs: [], inside: [] } }) as const;

/** All types that the selectors of a filter name. */
export const typesIn = ({ selectors }: LdFilter): readonly string[] =>
  selectors.flatMap(({ type }) => (type === undefined ? [] : leavesOf(type)));

function selectorsCondition(
  selectors: readonly LdSelector[],
  furtherTypes: ReadonlySet<string>,
  functions: QueryFunctions,
): SqlCondition {
  if (selectors.length === 0) return ANYTHING;
  return anyOf(
    selectors.map(({ ids, idPattern, type }) =>
      allOf([
        ids === undefined ? ANYTHING : isIn('id', ids),
        idPattern === undefined || ids !== undefined ? ANYTHING : idCondition(idPattern, functions),
        type === undefined ? ANYTHING : typeCondition(type, furtherTypes),
      ]),
    ),
  );
}

const idCondition = (pattern: string, { texts }: QueryFunctions): SqlCondition => ({
  sql: 'ngsi_matches(?, id)',
  parameters: [keep(texts, compileLdPattern(pattern, 'idPattern'))],
});

/** Entities by their types. Types that nobody has besides the first are looked for there alone, which an index answers in order. */
export function typeCondition(selection: NameSelection, furtherTypes: ReadonlySet<string>): SqlCondition {
  if (selection.kind === 'all')
    return allOf(selection.parts.map((part) => typeCondition(part, furtherTypes)));
  const parts = selection.kind === 'is' ? [selection] : selection.parts;
  const names = parts.flatMap((part) => (part.kind === 'is' ? [part.name] : []));
  const further = names.filter((name) => furtherTypes.has(name));
  return anyOf([
    ...(names.length === 0 ? [] : [isIn('type', names)]),
    ...(further.length === 0 ? [] : [hasFurtherType(further)]),
    ...parts.filter((part) => part.kind !== 'is').map((part) => typeCondition(part, furtherTypes)),
  ]);
}

const hasFurtherType = (names: readonly string[]): SqlCondition => ({
  sql: 'entities.key IN (SELECT entity FROM further_types WHERE type IN (SELECT value FROM json_each(?)))',
  parameters: [JSON.stringify(names)],
});

function scopeCondition(scopeQ: NameSelection, { texts }: QueryFunctions): SqlCondition {
  const test = compileScopeQuery(scopeQ);
  const n = keep(texts, (text) =>
    test(text.startsWith('[') ? (JSON.parse(text) as string[]) : scopesOf({ servicePath: text })),
  );
  return { sql: 'ngsi_matches(?, coalesce(scopes, service_path))', parameters: [n] };
}

/**
 * The entities with a place that a geo query asks for, found by the indexes of bounding boxes: their locations, and all other
 * geometries. The keys are worked out before anything else is asked of the entities, which CROSS JOIN keeps so.
 */
function placedEntities(geo: LdGeoQuery, functions: QueryFunctions): SqlCondition {
  const test = compileGeometryTest(geo);
  const located = keep(functions.geometries, test);
  const box = queryBox(geo);
  const inBox = box === undefined ? ANYTHING : boxCondition(box);
  const location =
    box === undefined
      ? 'entities AS there'
      : 'locations AS box CROSS JOIN entities AS there ON there.key = box.key';
  return {
    sql: `(SELECT there.key AS found FROM ${location}
        WHERE ${inBox.sql} AND there.location_attr = ? AND ngsi_located(?, there.location)
      UNION SELECT box.entity FROM places AS box WHERE ${inBox.sql} AND box.attr = ? AND ngsi_located(?, box.geometry))
      CROSS JOIN entities ON entities.key = found`,
    parameters: [
      ...inBox.parameters,
      geo.geoproperty,
      located,
      ...inBox.parameters,
      geo.geoproperty,
      located,
    ],
  };
}

const boxCondition = (box: BoundingBox): SqlCondition => ({
  sql: `box.min_lon <= ${VALUE} AND box.max_lon >= ${VALUE} AND box.min_lat <= ${VALUE} AND box.max_lat >= ${VALUE}`,
  parameters: [box.maxLon, box.minLon, box.maxLat, box.minLat],
});

/** A box outside of which no place can match; undefined where every place must be looked at. */
function queryBox({ georel, geometry, maxDistanceM }: LdGeoQuery): BoundingBox | undefined {
  if (georel === 'disjoint') return undefined;
  if (georel !== 'near') return boundingBox(geometry);
  return maxDistanceM === undefined ? undefined : surroundingBox(geometry, maxDistanceM);
}
