import {
  compileAreas,
  type EntityArea,
  type EntityQuery,
  type OrderKey,
  type ServicePathFilter,
} from '@smart-city/context';
import { boxCondition, distanceSql, geoCondition } from './geo-sql';
import { attributeJsonPath } from './json-paths';
import { noFunctions, type QueryFunctions } from './query-functions';
import { MOST_SELECTORS, selectedBy, selectorsCondition } from './selector-sql';
import { servicePathCondition } from './service-path-sql';
import { behind, orderOf, type OrderTerm } from './position-sql';
import { orderTerms } from './sortable-value';
import { ANYTHING, ROWS, allOf, anyOf, type SqlCondition } from './sql-condition';
import { simpleQueryCondition } from './statement-sql';

/** A query ready to run: the keys of one page in order, and the count of all. */
export interface CompiledQuery {
  readonly keys: SqlCondition;
  readonly count: SqlCondition;
  /** What the `ngsi_…` functions of both statements do. */
  readonly functions: QueryFunctions;
}

/**
 * Compiles a query to SQL. What an index or a comparison of SQLite answers exactly is SQL; regular expressions, geometry and arrays
 * are functions over the rows that are left. Only the keys are sorted; documents are read for one page.
 */
export function compileQuery(servicePaths: readonly ServicePathFilter[], query: EntityQuery): CompiledQuery {
  const functions = noFunctions();
  const distance = query.geo?.georel === 'near' ? distanceSql(query.geo, functions) : undefined;
  const { from, where } = selection(servicePaths, query, functions, distance);
  const { sql, parameters } = where;
  const terms = orderTermsOf(query.orderBy, distance);
  const order = orderOf(terms);
  const page = allOf([where, behind(terms, query.cursor?.after)]);
  return {
    keys: {
      sql: `SELECT entities.key FROM ${from} WHERE ${page.sql} ORDER BY ${order.sql} LIMIT ${ROWS} OFFSET ${ROWS}`,
      parameters: [...page.parameters, ...order.parameters, query.limit, query.offset],
    },
    count: { sql: `SELECT count(*) FROM ${from} WHERE ${sql}`, parameters },
    functions,
  };
}

/** The rows of a query: where to look first, and what must hold. Parameters as {@link matching}'s. */
export function selection(
  servicePaths: readonly ServicePathFilter[],
  query: EntityQuery,
  functions: QueryFunctions,
  distance?: SqlCondition,
): { readonly from: string; readonly where: SqlCondition } {
  const where = matching(servicePaths, query, functions, distance);
  const inBox = boxCondition(query.geo);
  if (inBox === undefined) return { from: 'entities', where };
  // The other order of the join would ask the R-tree once for every entity.
  return {
    from: 'locations AS box CROSS JOIN entities ON entities.key = box.key',
    where: allOf([inBox, where]),
  };
}

/**
 * What a query asks of an entity, over the columns of `entities`.
 *
 * @param functions  where functions that the condition calls are kept
 * @param distance   what measures the distance, where the query has one
 */
export const matching = (
  servicePaths: readonly ServicePathFilter[],
  query: EntityQuery,
  functions: QueryFunctions,
  distance?: SqlCondition,
): SqlCondition =>
  allOf([
    servicePathCondition(servicePaths),
    selectorsCondition(query.selectors, functions),
    ...(query.within ?? []).map((areas) => areasCondition(areas, functions)),
    anyOfAttributesCondition(query.anyOfAttributes),
    query.q === undefined ? ANYTHING : simpleQueryCondition(query.q, functions),
    query.mq === undefined ? ANYTHING : simpleQueryCondition(query.mq, functions),
    query.geo === undefined ? ANYTHING : geoCondition(query.geo, distance, functions),
  ]);

/** Entities in one of the areas. */
export function areasCondition(areas: readonly EntityArea[], functions: QueryFunctions): SqlCondition {
  if (areas.length <= MOST_SELECTORS) return anyOf(areas.map((area) => areaCondition(area, functions)));
  const covers = compileAreas(areas);
  return selectedBy((id, type, servicePath) => covers({ id, type, servicePath }), functions);
}

const areaCondition = ({ selector, servicePaths }: EntityArea, functions: QueryFunctions): SqlCondition =>
  allOf([servicePathCondition(servicePaths), selectorsCondition([selector], functions)]);

function anyOfAttributesCondition(names: readonly string[] | undefined): SqlCondition {
  if (names === undefined) return ANYTHING;
  // One parameter and one row per attribute, however many names there are.
  return {
    sql: 'EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE json_type(doc, wanted.value) IS NOT NULL)',
    parameters: [JSON.stringify(names.map(attributeJsonPath))],
  };
}

const ORDER_COLUMNS = {
  id: ['id', 'string'],
  type: ['type', 'string'],
  servicePath: ['service_path', 'string'],
  dateCreated: ['cre_date', 'number'],
  dateModified: ['mod_date', 'number'],
} as const;

const BY_CREATION: readonly OrderKey[] = [{ by: 'dateCreated', descending: false }];

/** What a query's entities are ordered by. Ties are broken by the order of creation. */
export const orderTermsOf = (keys: readonly OrderKey[], distance?: SqlCondition): readonly OrderTerm[] => [
  ...(keys.length === 0 ? BY_CREATION : keys).flatMap((key) => termsOf(key, distance)),
  column('entities.key', 'number', false),
];

function termsOf(key: OrderKey, distance: SqlCondition | undefined): readonly OrderTerm[] {
  if (key.by === 'distance') {
    if (distance === undefined) return [];
    return [{ ...distance, descending: false, values: 'number', isColumn: false }];
  }
  if (key.by !== 'attribute') {
    const [sql, values] = ORDER_COLUMNS[key.by];
    return [column(sql, values, key.descending)];
  }
  // The original asks for the name as it stands and stores dots in another form, so a dotted name sorts nothing.
  return key.name.includes('.') ? [] : orderTerms(`${attributeJsonPath(key.name)}.v`, key.descending);
}

const column = (sql: string, values: OrderTerm['values'], descending: boolean): OrderTerm => ({
  sql,
  parameters: [],
  descending,
  values,
  isColumn: true,
});
