import { isUri } from '../entity/uri';
import { badRequestData } from '../ngsild-fault';
import { compileLdPattern } from './ld-pattern';
import type { LdFilter, LdSelector } from './ld-filter';
import { expandedName, type ExpandName } from './ld-names';
import { parseLdOrdering } from './ld-order';
import { asksOfAttributes, linkedLevels, type LdQuery } from './ld-query';
import { parseLdGeoQuery } from './parse-ld-geo-query';
import { parseLdQuery } from './parse-ld-query';
import type { LdQueryMembers } from './query-members';
import { parseScopeQuery } from './scope-query';
import { parseJoin, parseShowing, type LdJoin, type LdShowing } from './show-parameters';
import { parseTypeSelection } from './type-selection';

/** Request of one query. All names are stored names. */
export interface LdQueryRequest {
  readonly filter: LdFilter;
  /** Filter of context sources. */
  readonly csf?: LdQuery;
  readonly showing: Omit<LdShowing, 'format' | 'sysAttrs'>;
  readonly join?: LdJoin;
  /** Only this broker's own entities are asked for. */
  readonly isLocal: boolean;
  readonly splitEntities: boolean;
  readonly entityMap: boolean;
  readonly entityMapLifetime?: string;
}

/**
 * Reads a query (GS CIM 009 §5.7.2): everything is checked, names are expanded.
 *
 * @throws NgsiLdFault  BadRequestData for what is wrong, and for a query that is too wide; TooComplexQuery beyond the limits
 */
export function readLdQuery(members: LdQueryMembers, expand: ExpandName): LdQueryRequest {
  const filter = readLdFilter(members, expand);
  const isLocal = members.local === true || members.selectors.some(({ type }) => type === '*');
  if (!isLocal) checkWidth(members, filter);
  if (filter.ordering !== undefined && !isLocal)
    throw badRequestData('Invalid orderBy', 'an order is for local queries: local=true');
  const csf =
    members.csf === undefined ? undefined : parseLdQuery(members.csf, { expand, expandValue: expand });
  const showing = parseShowing(members, expand);
  const join = parseJoin(members, showing, filter.q === undefined ? 0 : linkedLevels(filter.q));
  return {
    filter: withPicked(filter, showing),
    ...(csf !== undefined && { csf }),
    showing,
    ...(join !== undefined && { join }),
    isLocal,
    splitEntities: members.splitEntities === true,
    entityMap: members.entityMap === true,
    ...(members.entityMapLifetime !== undefined && {
      entityMapLifetime: checkedDuration(members.entityMapLifetime),
    }),
  };
}

/**
 * Reads what selects entities, and their order.
 *
 * @throws NgsiLdFault  BadRequestData; TooComplexQuery beyond the limits
 */
export function readLdFilter(members: LdQueryMembers, expand: ExpandName): LdFilter {
  const names = (parameter: string, list: readonly string[] | undefined) =>
    list?.map((name) => expandedName(name, parameter, expand));
  const expandValues = new Set(names('expandValues', members.expandValues) ?? []);
  names('jsonKeys', members.jsonKeys);
  const { q, scopeQ, geoproperty } = members;
  const anyOf = names('attrs', members.attrs);
  const geo = parseLdGeoQuery({
    ...members,
    ...(geoproperty !== undefined && { geoproperty: expandedName(geoproperty, 'geoproperty', expand) }),
  });
  const ordering = parseLdOrdering(members, expand);
  return {
    selectors: members.selectors.map((selector) => readSelector(selector, expand)),
    ...(anyOf !== undefined && { anyOf: [anyOf] }),
    ...(q !== undefined && { q: parseLdQuery(q, { expand, expandValue: expand, expandValues }) }),
    ...(scopeQ !== undefined && { scopeQ: parseScopeQuery(scopeQ) }),
    ...(geo !== undefined && { geo }),
    ...(ordering !== undefined && { ordering }),
  };
}

function readSelector(
  { ids, idPattern, type }: LdQueryMembers['selectors'][number],
  expand: ExpandName,
): LdSelector {
  for (const id of ids ?? [])
    if (!isUri(id)) throw badRequestData('Invalid id', `'${id.slice(0, 80)}' is not a URI`);
  if (idPattern !== undefined) compileLdPattern(idPattern, 'idPattern');
  const selection = type === undefined ? undefined : parseTypeSelection(type, expand);
  return {
    ...(ids !== undefined && { ids }),
    ...(idPattern !== undefined && ids === undefined && { idPattern }),
    ...(selection !== undefined && { type: selection }),
  };
}

/** A query of all sources names a type, an attribute, a place or a scope (GS CIM 009 §5.7.2.4). */
function checkWidth({ selectors }: LdQueryMembers, { anyOf, q, geo, scopeQ }: LdFilter): void {
  const isNarrow =
    selectors.some(({ type }) => type !== undefined) ||
    (anyOf ?? geo ?? scopeQ) !== undefined ||
    (q !== undefined && asksOfAttributes(q));
  if (!isNarrow)
    throw badRequestData(
      'Too wide query',
      'at least one of type, attrs, q with an attribute, a geo query or scopeQ is needed, unless local=true',
    );
}

/** Leaves out entities of which nothing would be shown: something that is picked has to be there. */
function withPicked(filter: LdFilter, { pick }: LdQueryRequest['showing']): LdFilter {
  if (pick === undefined || pick.has('id') || pick.has('type') || pick.has('scope')) return filter;
  return { ...filter, anyOf: [...(filter.anyOf ?? []), [...pick.keys()]] };
}

const DURATION =
  /^P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;

function checkedDuration(text: string): string {
  if (!DURATION.test(text))
    throw badRequestData('Invalid entityMapLifetime', 'entityMapLifetime is a duration of ISO 8601');
  return text;
}
