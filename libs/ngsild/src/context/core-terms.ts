/** IRI that every other IRI of NGSI-LD begins with. */
export const NGSILD_PREFIX = 'https://uri.etsi.org/ngsi-ld/';

/** Begins the IRI of a name that no context knows: the `@vocab` of the core context. */
export const DEFAULT_PREFIX = 'https://uri.etsi.org/ngsi-ld/default-context/';

const GEOJSON_PREFIX = 'https://purl.org/geojson/vocab#';

/** Terms whose IRI is the prefix of NGSI-LD and the term. */
const PLAIN_TERMS = `Attribute AttributeList ContextSourceIdentity ContextSourceNotification ContextSourceRegistration Date
  DateTime EntityMap EntityType EntityTypeInfo EntityTypeList ExecutionResultDetails GeoProperty JsonProperty
  LanguageProperty ListProperty ListRelationship Notification Property Relationship Snapshot SnapshotNotification
  Subscription TemporalProperty Time VocabProperty accept aggrMethods aggrParams aggrPeriodDuration attributeList
  attributeName attributeNames attributeTypes attributes attrs avg cacheDuration collation contextSourceAlias
  contextSourceExtras contextSourceInfo contextSourceTimeAt contextSourceUptime cooldown createdAt csf data datasetId
  deletedAt detail distinctCount endAt endTimeAt endpoint entities entity entityCount entityId entityList error errors
  expandValues expiresAt format geoQ geoproperty georel idPattern information instanceId isActive join jsonKeys jsons
  lang lastFailure lastNotification lastSuccess lastUsedAt linkedMaps localOnly location management managementInterval
  max min mode modifiedAt ngsildproof notUpdated notification notificationTrigger notifiedAt notifierInfo
  observationInterval observationSpace observedAt omit operationSpace operations orderBy ordering pick problemDetails
  propertyNames q reason receiverInfo refreshRate registrationId registrationName relationshipNames resultStatus scope
  scopeQ showChanges snapshotId snapshotLifetime snapshotPriority snapshotQueries snapshotQueriesDetails snapshotStatus
  snapshotTemporalQueries snapshotTemporalQueriesDetails startAt status stddev subscriptionId subscriptionName success
  sum sumsq sysAttrs temporalQ tenant throttling timeAt timeInterval timeout timeproperty timerel timesFailed timesSent
  totalCount triggerReason typeList typeName typeNames unchanged unitCode updated uri watchedAttributes`;

/** Terms whose IRI is the prefix of NGSI-LD and another word. */
const RENAMED_TERMS: Readonly<Record<string, string>> = {
  containedBy: 'isContainedBy',
  dataset: 'hasDataset',
  entityMap: 'hasEntityMap',
  joinLevel: 'hasJoinLevel',
  json: 'hasJSON',
  key: 'hasKey',
  languageMap: 'hasLanguageMap',
  languageMaps: 'hasLanguageMaps',
  object: 'hasObject',
  objectList: 'hasObjectList',
  objectLists: 'hasObjectLists',
  objectType: 'hasObjectType',
  objects: 'hasObjects',
  previousJson: 'hasPreviousJson',
  previousLanguageMap: 'hasPreviousLanguageMap',
  previousObject: 'hasPreviousObject',
  previousObjectList: 'hasPreviousObjectList',
  previousValue: 'hasPreviousValue',
  previousValueList: 'hasPreviousValueList',
  previousVocab: 'hasPreviousVocab',
  value: 'hasValue',
  valueList: 'hasValueList',
  valueLists: 'hasValueLists',
  valueType: 'hasValueType',
  values: 'hasValues',
  vocab: 'hasVocab',
  vocabs: 'hasVocabs',
};

const GEOJSON_TERMS = `Feature FeatureCollection GeometryCollection LineString MultiLineString MultiPoint MultiPolygon
  Point Polygon bbox coordinates features geometry geometryProperty properties`;

const FOREIGN_TERMS: Readonly<Record<string, string>> = {
  description: 'http://purl.org/dc/terms/description',
  langString: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString',
  title: 'http://purl.org/dc/terms/title',
};

const words = (text: string) => text.split(/\s+/);

/**
 * Terms of the core context with their IRIs (GS CIM 009 Annex B, v1.9.1, with what v1.8 had besides). The aliases of `@id`
 * and `@type` and the two prefixes are not among them.
 */
export const CORE_TERMS: ReadonlyMap<string, string> = new Map([
  ...words(PLAIN_TERMS).map((term) => [term, NGSILD_PREFIX + term] as const),
  ...Object.entries(RENAMED_TERMS).map(([term, word]) => [term, NGSILD_PREFIX + word] as const),
  ...words(GEOJSON_TERMS).map((term) => [term, GEOJSON_PREFIX + term] as const),
  ...Object.entries(FOREIGN_TERMS),
]);

/** Prefixes of the core context. */
export const CORE_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['ngsi-ld', NGSILD_PREFIX],
  ['geojson', GEOJSON_PREFIX],
]);

/** Terms that no other context may define: those of the core context, its prefixes, `id` and `type`. */
export const isCoreTerm = (term: string): boolean =>
  CORE_TERMS.has(term) || CORE_PREFIXES.has(term) || term === 'id' || term === 'type';
