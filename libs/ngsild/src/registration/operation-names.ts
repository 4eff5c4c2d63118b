/** Operations that a context source may offer, by the names of GS CIM 009 §4.20. */
const OPERATIONS: readonly string[] = [
  ...['createEntity', 'updateEntity', 'appendAttrs', 'updateAttrs', 'deleteAttrs', 'deleteEntity'],
  ...['mergeEntity', 'replaceEntity', 'replaceAttrs', 'purgeEntity'],
  ...['createBatch', 'upsertBatch', 'updateBatch', 'deleteBatch', 'mergeBatch'],
  ...['upsertTemporal', 'appendAttrsTemporal', 'deleteAttrsTemporal', 'deleteTemporal'],
  ...['updateAttrInstanceTemporal', 'updateAttrsTemporal', 'deleteAttrInstanceTemporal'],
  ...['retrieveEntity', 'queryEntity', 'queryBatch', 'retrieveTemporal', 'queryTemporal'],
  ...['retrieveEntityTypes', 'retrieveEntityTypeDetails', 'retrieveEntityTypeInfo'],
  ...['retrieveAttrTypes', 'retrieveAttrTypeDetails', 'retrieveAttrTypeInfo'],
  ...['createSubscription', 'updateSubscription', 'retrieveSubscription', 'querySubscription'],
  ...['deleteSubscription', 'retrieveEntityMap', 'updateEntityMap', 'deleteEntityMap'],
  ...['createEntityMapQueryEntity', 'createEntityMapQueryTemporal', 'retrieveContextSourceIdentity'],
];

const GROUPS: readonly string[] = ['federationOps', 'updateOps', 'retrieveOps', 'redirectionOps'];

/** Names that may stand in the `operations` of a registration. */
export const OPERATION_NAMES: ReadonlySet<string> = new Set([...OPERATIONS, ...GROUPS]);

/** Operations of an auxiliary source: it only answers reads (GS CIM 009 §4.3.6.3). */
export const AUXILIARY_OPERATIONS: ReadonlySet<string> = new Set([
  'retrieveOps',
  'retrieveEntity',
  'queryEntity',
]);
