import { compileLdOrdering, type LdFilter, type LdOrdering, type LdQuery } from '@smart-city/ngsild';
import { MOST_SORTED, tooManyToSort, type LdStoreQuery } from '../../ld-query';
import { decodeEntityRow, ENTITY_COLUMNS, type EntityRow } from '../entity-document';
import { noFunctions, type QueryFunctions } from '../query-functions';
import { ROWS, allOf, type SqlCondition } from '../sql-condition';
import { ldSelection, typesIn } from './ld-selection-sql';

/** Session that runs statements on one file. */
export interface LdFile {
  /** @param functions  what the `ngsi_…` functions of the statement do */
  select(statement: SqlCondition, functions?: QueryFunctions): readonly (readonly unknown[])[];
  iterate(statement: SqlCondition, functions: QueryFunctions): Iterable<readonly unknown[]>;
}

export interface LdRequest {
  readonly query: LdStoreQuery;
  /** Rows hold ids alone. */
  readonly idsOnly?: true;
}

export interface LdAnswer {
  readonly rows: readonly (EntityRow | readonly [id: string])[];
  readonly count?: number;
}

const columnsOf = ({ idsOnly }: LdRequest): string => (idsOnly ? 'id' : ENTITY_COLUMNS);

/** Order of creation, which the index of types has, too. */
const IN_ORDER = 'ORDER BY cre_date, entities.key';

/**
 * Answers a query. Call it inside a transaction: page and count are of one moment.
 *
 * @throws NgsiError  TooManyResults where an order would have to sort too many
 */
export function readLd(file: LdFile, request: LdRequest): LdAnswer {
  const { query } = request;
  const functions = noFunctions();
  const { from, where } = ldSelection(query, furtherTypesIn(file, query.filter), functions, Date.now());
  const source: SqlCondition = {
    sql: `FROM ${from.sql} WHERE ${where.sql}`,
    parameters: [...from.parameters, ...where.parameters],
  };
  const { ordering } = query.filter;
  const rows =
    query.limit === 0
      ? []
      : ordering === undefined
        ? page(file, request, source, functions)
        : orderedPage(file, request, source, ordering, functions);
  if (!query.count) return { rows };
  const [[count] = []] = file.select(
    { sql: `SELECT count(*) ${source.sql}`, parameters: source.parameters },
    functions,
  );
  return { rows, count: Number(count) };
}

/** Only keys are sorted; documents are read for one page, in the order of keys, which CROSS JOIN keeps. */
function page(
  file: LdFile,
  request: LdRequest,
  { sql, parameters }: SqlCondition,
  functions: QueryFunctions,
): LdAnswer['rows'] {
  const keys = `SELECT entities.key AS chosen ${sql} ${IN_ORDER} LIMIT ${ROWS} OFFSET ${ROWS}`;
  return file.select(
    {
      sql: `SELECT ${columnsOf(request)} FROM (${keys}) CROSS JOIN entities ON entities.key = chosen`,
      parameters: [...parameters, request.query.limit, request.query.offset],
    },
    functions,
  ) as LdAnswer['rows'];
}

function orderedPage(
  file: LdFile,
  request: LdRequest,
  { sql, parameters }: SqlCondition,
  ordering: LdOrdering,
  functions: QueryFunctions,
): LdAnswer['rows'] {
  const sorter = compileLdOrdering(ordering);
  const found: { readonly key: number; readonly values: ReturnType<typeof sorter.keysOf> }[] = [];
  const statement = {
    sql: `SELECT ${ENTITY_COLUMNS.replace('key,', 'entities.key,')} ${sql} ${IN_ORDER}`,
    parameters,
  };
  for (const row of file.iterate(statement, functions)) {
    if (found.length === MOST_SORTED) throw tooManyToSort();
    const entity = decodeEntityRow(row as EntityRow);
    found.push({ key: Number(row[0]), values: sorter.keysOf(entity) });
  }
  const { limit, offset } = request.query;
  const chosen = found
    .sort((a, b) => sorter.compare(a.values, b.values))
    .slice(offset, offset + limit)
    .map(({ key }) => key);
  return file.select({
    sql: `SELECT ${columnsOf(request)} FROM (SELECT key AS place, value AS chosen FROM json_each(?)) CROSS JOIN entities ON entities.key = chosen ORDER BY place`,
    parameters: [JSON.stringify(chosen)],
  }) as LdAnswer['rows'];
}

function furtherTypesIn(file: LdFile, filter: LdFilter): ReadonlySet<string> {
  const types = typesIn(filter);
  if (types.length === 0) return NO_TYPES;
  const rows = file.select({
    sql: 'SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM further_types WHERE type = value)',
    parameters: [JSON.stringify(types)],
  });
  return rows.length === 0 ? NO_TYPES : new Set(rows.map(([type]) => String(type)));
}

const NO_TYPES: ReadonlySet<string> = new Set();

/** Longest page, with what is before it, of a short query. */
const MOST_WANTED = 100;
/** Candidates for each entity of the page, where some of them may not match. */
const CANDIDATES_PER_ENTITY = 3;
/** Bytes of the documents that a short query may have to read. */
const MOST_SHORT_BYTES = 131_072;

/**
 * Answers a query that can be answered by a look at a few entities, its candidates: the first of a type, or of all, or those of
 * some ids. If they fill the page, or are all there are, the answer is exact.
 *
 * @returns undefined where the answer could take long
 */
export function readLdShort(file: LdFile, request: LdRequest): LdAnswer | undefined {
  const { query } = request;
  if (!isShort(query)) return undefined;
  const { filter, limit, offset } = query;
  const [selector] = filter.selectors;
  const furtherTypes = furtherTypesIn(file, filter);
  if (furtherTypes.size > 0 && selector?.ids === undefined) return undefined;
  const functions = noFunctions();
  const { where } = ldSelection(query, furtherTypes, functions, Date.now());
  const isOrdered = selector?.ids === undefined;
  const named = candidatesOf(filter);
  const most = (limit + offset) * CANDIDATES_PER_ENTITY;
  const candidates = `SELECT key AS candidate, length(doc) AS size FROM entities WHERE ${named.sql} ${isOrdered ? IN_ORDER : ''} LIMIT ${ROWS}`;
  const [[count, bytes] = []] = file.select({
    sql: `SELECT count(*), total(size) FROM (${candidates})`,
    parameters: [...named.parameters, most],
  });
  const areAll = Number(count) < most;
  if (Number(bytes) > MOST_SHORT_BYTES || (!areAll && !isOrdered)) return undefined;
  const rows = file.select(
    {
      // CROSS JOIN keeps the order of the candidates.
      sql: `SELECT ${columnsOf(request)} FROM (${candidates}) CROSS JOIN entities ON entities.key = candidate WHERE ${where.sql} ${isOrdered ? '' : IN_ORDER} LIMIT ${ROWS} OFFSET ${ROWS}`,
      parameters: [...named.parameters, most, ...where.parameters, limit, offset],
    },
    functions,
  ) as LdAnswer['rows'];
  return areAll || rows.length === limit ? { rows } : undefined;
}

function candidatesOf({ selectors }: LdFilter): SqlCondition {
  const { ids, type } = selectors[0] ?? {};
  if (ids !== undefined)
    return { sql: 'id IN (SELECT value FROM json_each(?))', parameters: [JSON.stringify(ids)] };
  return type?.kind === 'is' ? { sql: 'type = +?', parameters: [type.name] } : allOf([]);
}

function isShort({ filter, within, limit, offset, count }: LdStoreQuery): boolean {
  return (
    !count &&
    limit > 0 &&
    limit + offset <= MOST_WANTED &&
    filter.selectors.length <= 1 &&
    filter.ordering === undefined &&
    (within ?? []).every((areas) => areas.length <= MOST_TERMS) &&
    !isDemandingFilter(filter)
  );
}

const MOST_TERMS = 20;

/** Whether a filter is long work: geometry, regular expressions, or many terms. */
export function isDemandingFilter({ selectors, anyOf, q, geo, ordering }: LdFilter): boolean {
  return (
    geo !== undefined ||
    ordering !== undefined ||
    selectors.length > MOST_TERMS ||
    selectors.some(({ idPattern }) => idPattern !== undefined) ||
    anyOf?.some((names) => names.length > MOST_TERMS) === true ||
    (q !== undefined && (termsIn(q) > MOST_TERMS || hasPattern(q)))
  );
}

function termsIn(query: LdQuery): number {
  if (query.kind === 'and' || query.kind === 'or')
    return query.parts.reduce((sum, part) => sum + termsIn(part), 0);
  return query.kind === 'not' ? termsIn(query.part) : 1;
}

function hasPattern(query: LdQuery): boolean {
  if (query.kind === 'and' || query.kind === 'or') return query.parts.some(hasPattern);
  if (query.kind === 'not') return hasPattern(query.part);
  return query.kind === 'compare' && query.operand.kind === 'pattern';
}
