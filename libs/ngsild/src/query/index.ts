export * from './ld-query';
export * from './ld-names';
export * from './ld-time';
export { limitLdQueries, type LdQueryLimits } from './ld-query-limits';
export { parseLdQuery, type LdQueryContext } from './parse-ld-query';
export { parseTypeSelection, compileTypeSelection, type TypeSelection } from './type-selection';
export { parseScopeQuery, compileScopeQuery, scopeTest } from './scope-query';
export { compileNameSelection, leavesOf, type NameSelection } from './name-selection';
export { parseProjection, projectedLevels, type Projection } from './projection';
export { compileLdQuery, type LdEntityTest } from './compile-ld-query';
export { compileLdGeoQuery, compileGeometryTest, type LdGeoQuery } from './ld-geo-query';
export { parseLdGeoQuery, type LdGeoMembers } from './parse-ld-geo-query';
export {
  compileLdOrdering,
  parseLdOrdering,
  type LdOrdering,
  type LdOrderKey,
  type LdOrderMembers,
  type LdSorter,
} from './ld-order';
export { compileLdFilter, compileLdSelector, type LdFilter, type LdSelector } from './ld-filter';
export { compileLdPattern } from './ld-pattern';
export { MOST_ENTRIES, parseLdPaging, type LdPaging } from './paging';
export type { LdQueryMembers } from './query-members';
export {
  ldBooleanParameter,
  ldListParameter,
  membersOfParameters,
  POST_QUERY_PARAMETERS,
  PURGE_PARAMETERS,
  QUERY_PARAMETERS,
  type ParameterValues,
} from './query-parameters';
export { membersOfQueryBody, membersOfQuery, checkedQuery } from './query-body';
export { parseFormat, parseJoin, parseShowing, type LdJoin, type LdShowing } from './show-parameters';
export { readLdFilter, readLdQuery, type LdQueryRequest } from './ld-query-request';
export { namesInFilter } from './names-in-filter';
