import { badRequest, isJsonObject, type JsonObject, type JsonValue, NgsiError } from '@smart-city/context';
import { parseGeoQuery } from '../query/parse-geo-query';
import { isSameInBoth, parseMq, parseQ } from '../query/parse-simple-query';
import { optionalBoolean, optionalString } from './json-fields';
import type { ConditionExpression } from './subscription';

export interface ExpressionOptions {
  /** The language of `q` and `mq` where the expression does not say which they are in. */
  readonly extendedQuery?: boolean;
}

/** The member of an expression that says in which language its `q` and `mq` are. @throws NgsiError BadRequest */
export const parseExtendedQueryMember = (expression: JsonObject): boolean | undefined =>
  optionalBoolean(expression, 'extendedQuery');

/** `condition.expression` of a subscription. @throws NgsiError BadRequest with Orion's texts */
export function parseExpression(
  expression: JsonValue,
  { extendedQuery = false }: ExpressionOptions,
): ConditionExpression {
  if (!isJsonObject(expression)) throw badRequest('expression is not an object');
  if (expression.size === 0) throw badRequest('expression is empty');
  const text = (field: string): string | undefined => {
    const value = optionalString(expression, field);
    if (value === '') throw badRequest(`${field} is empty`);
    return value;
  };
  const extended = parseExtendedQueryMember(expression) ?? extendedQuery;
  const q = text('q');
  if (q !== undefined) parseQ(q, { extended });
  const mq = text('mq');
  if (mq !== undefined) parseMq(mq, { extended });
  const geometry = text('geometry');
  const coords = text('coords');
  const georel = text('georel');
  const geo = [geometry, coords, georel].filter((field) => field !== undefined);
  if (geo.length > 0 && geo.length < 3) {
    throw badRequest('partial geo expression: geometry, georel and coords have to be provided together');
  }
  // Without them it says nothing, and is ignored as any member that is not known.
  const geoproperty = geo.length === 3 ? text('geoproperty') : undefined;
  if (geo.length === 3) checkGeo(georel!, geometry!, coords!, geoproperty);
  return {
    ...(q === undefined ? {} : { q }),
    ...(mq === undefined ? {} : { mq }),
    ...(geo.length === 0 ? {} : { geometry: geometry!, coords: coords!, georel: georel! }),
    ...(geoproperty === undefined ? {} : { geoproperty }),
    ...(extended && !isSameInBoth(q, mq) ? { extended } : {}),
  };
}

function checkGeo(georel: string, geometry: string, coords: string, geoproperty?: string): void {
  try {
    parseGeoQuery(georel, geometry, coords, geoproperty);
  } catch (error) {
    if (!(error instanceof NgsiError)) throw error;
    throw badRequest(`error parsing geo-query fields: ${error.message}`);
  }
}
