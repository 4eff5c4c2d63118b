export {
  placeInTime,
  shortTime,
  timeText,
  type TemporalAttribute,
  type TemporalEntity,
  type TemporalInstance,
  type TimeProperty,
} from './temporal-instance';
export {
  parseTemporalQuery,
  temporalMembersOf,
  type TemporalMembers,
  type TemporalQuery,
  type TemporalWindow,
} from './temporal-query';
export { parseTemporalFormat, type TemporalFormat } from './temporal-format';
export {
  renderTemporalEntity,
  renderTemporalInstances,
  valuesRenderer,
  type RenderAttribute,
} from './render-temporal';
export { aggregatesRenderer } from './render-aggregates';
export { parseAggregation, type Aggregation } from './aggregation';
