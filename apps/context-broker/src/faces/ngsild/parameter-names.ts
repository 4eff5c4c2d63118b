import { QUERY_PARAMETERS } from '@smart-city/ngsild';

/** URL parameters that choose a part of the past and how it is summed up (GS CIM 009 §6.18.3.2). */
export const TEMPORAL_PARAMETERS = [
  ...['timerel', 'timeAt', 'endTimeAt', 'timeproperty', 'lastN'],
  ...['aggrMethods', 'aggrPeriodDuration'],
] as const;

/** URL parameters of all operations that hold to permissions on entities. Bearers of those may use no others. */
export const LD_PARAMETER_NAMES: ReadonlySet<string> = new Set([
  ...QUERY_PARAMETERS,
  ...['observedAt', 'deleteAll', 'drop', 'keep'],
  ...TEMPORAL_PARAMETERS,
]);

/** URL parameters of the operation that retrieves one entity (GS CIM 009 §6.5.3.1). */
export const RETRIEVE_PARAMETERS: readonly string[] = [
  ...['type', 'attrs', 'pick', 'omit', 'datasetId', 'lang', 'format', 'options', 'geometryProperty'],
  ...['join', 'joinLevel', 'containedBy', 'local', 'entityMap', 'entityMapLifetime', 'splitEntities'],
];
