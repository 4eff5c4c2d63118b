export * from './ld-query';
export * from './ld-names';
export * from './ld-time';
export { limitLdQueries, type LdQueryLimits } from './ld-query-limits';
export { parseLdQuery, type LdQueryContext } from './parse-ld-query';
export { parseTypeSelection, compileTypeSelection, type TypeSelection } from './type-selection';
export { parseScopeQuery, compileScopeQuery, scopeTest } from './scope-query';
export { compileNameSelection, leavesOf, type NameSelection } from './name-selection';
export { parseProjection, projectedLevels, type Projection } from './projection';
