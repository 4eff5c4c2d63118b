import type { EntityQuery, EntitySelector, ServicePathFilter } from '@smart-city/context';
import { isDemanding } from './demanding-query';
import { noFunctions, type QueryFunctions } from './query-functions';
import { behind } from './position-sql';
import { matching, orderTermsOf } from './query-sql';
import { ANYTHING, ROWS, allOf, isIn, type SqlCondition } from './sql-condition';

/**
 * A query that can be answered by a look at a few entities, its candidates: the first of a type, or of all, in the order of
 * creation, or those of some ids. If they fill the page, or are all there are, the answer is exact; else nothing is known.
 */
export interface ShortQuery {
  /** One row: how many candidates there are, and the bytes of their documents. */
  readonly candidates: SqlCondition;
  /** The page, as far as the candidates go. */
  readonly page: SqlCondition;
  readonly functions: QueryFunctions;
  /** So many candidates are looked at; when there are fewer, they are all there are. */
  readonly mostCandidates: number;
  /** Whether a full page is exact even if there are more candidates. */
  readonly isOrdered: boolean;
}

/** Longest page with what is before it. */
const MOST_WANTED = 100;
/** Candidates for each entity of the page, where some of them may not match. */
const CANDIDATES_PER_ENTITY = 3;

/** @param columns  of a row of the page @returns undefined for a query that may have to look at many entities, or at each for long */
export function compileShortQuery(
  servicePaths: readonly ServicePathFilter[],
  query: EntityQuery,
  columns: string,
): ShortQuery | undefined {
  const { selectors, orderBy, limit, offset, count } = query;
  if (count || limit === 0 || limit + offset > MOST_WANTED) return undefined;
  if (selectors.length > 1 || orderBy.length > 0 || isDemanding(query)) return undefined;
  const functions = noFunctions();
  const { isOrdered, ...found } = candidatesOf(selectors[0]);
  const { sql, parameters } = allOf([found, behind(orderTermsOf([]), query.cursor?.after)]);
  const where = matching(servicePaths, query, functions);
  const mostCandidates = (limit + offset) * CANDIDATES_PER_ENTITY;
  const inOrder = 'ORDER BY cre_date, entities.key';
  const candidates = `SELECT key AS candidate, length(doc) AS size FROM entities WHERE ${sql} ${isOrdered ? inOrder : ''} LIMIT ${ROWS}`;
  return {
    candidates: {
      sql: `SELECT count(*), total(size) FROM (${candidates})`,
      parameters: [...parameters, mostCandidates],
    },
    page: {
      // CROSS JOIN keeps the order of the candidates.
      sql: `SELECT ${columns} FROM (${candidates}) CROSS JOIN entities ON entities.key = candidate WHERE ${where.sql} ${isOrdered ? '' : inOrder} LIMIT ${ROWS} OFFSET ${ROWS}`,
      parameters: [...parameters, mostCandidates, ...where.parameters, limit, offset],
    },
    functions,
    mostCandidates,
    isOrdered,
  };
}

/** What an index finds without looking at others: the rest is tested candidate by candidate. */
function candidatesOf(selector: EntitySelector | undefined): SqlCondition & { readonly isOrdered: boolean } {
  const { ids, types } = selector ?? {};
  if (ids !== undefined) return { ...isIn('id', ids), isOrdered: false };
  return { ...(types?.length === 1 ? isIn('type', types) : ANYTHING), isOrdered: true };
}
