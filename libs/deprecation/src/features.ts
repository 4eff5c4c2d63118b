import type { FeatureRecord } from './feature-record';

/** Every row of Orion's list of deprecated features, with its row of the table of removed ones, in the order of the list. */
export const FEATURES = [
  {
    id: 'oldDatabaseParameters',
    feature:
      'CLI parameters -dbhost, -rplSet, -dbTimeout, -dbuser, -dbAuthMech, -dbAuthDb, -dbSSL, -dbDisableRetryWrites (and their environment variables)',
    deprecatedIn: '3.12.0',
    removedIn: '4.0.0',
    replacement: '`dbURI`',
    lastSupport: { version: '3.12.0', releaseDate: '2024-02-29' },
    cliParameters: [
      '-dbhost',
      '-rplSet',
      '-dbTimeout',
      '-dbuser',
      '-dbAuthMech',
      '-dbAuthDb',
      '-dbSSL',
      '-dbDisableRetryWrites',
    ],
    environment: [
      'ORION_MONGO_HOST',
      'ORION_MONGO_REPLICA_SET',
      'ORION_MONGO_TIMEOUT',
      'ORION_MONGO_USER',
      'ORION_MONGO_AUTH_MECH',
      'ORION_MONGO_AUTH_SOURCE',
      'ORION_MONGO_SSL',
      'ORION_MONGO_DISABLE_RETRY_WRITES',
    ],
  },
  {
    id: 'geoTypes',
    feature: 'Attribute types geo:point, geo:line, geo:box, geo:polygon',
    deprecatedIn: '3.10.0',
    replacement: 'geo:json',
    lastSupport: {},
  },
  {
    id: 'getV2',
    feature: 'Operation GET /v2',
    deprecatedIn: '3.8.0',
    replacement: 'none; the operation is described as of little use',
    lastSupport: {},
  },
  {
    id: 'initialNotification',
    feature: 'Initial notification in subscriptions (option skipInitialNotification)',
    deprecatedIn: '3.1.0',
    removedIn: '3.2.0',
    replacement: 'GET /v2/entities with pagination',
    lastSupport: { version: '3.1.0', releaseDate: '2021-06-09' },
    reason: 'the initial notification cannot be paginated and returns only the first 20 entities',
  },
  {
    id: 'rush',
    feature: 'Rush support (CLI parameter -rush)',
    deprecatedIn: '2.1.0',
    removedIn: '2.3.0',
    lastSupport: { version: '2.2.0', releaseDate: '2019-02-21' },
    cliParameters: ['-rush'],
    environment: ['ORION_RUSH'],
  },
  {
    id: 'ngsiv1',
    feature: 'NGSIv1 (CLI parameters -strictNgsiv1Ids, -ngsiv1Autocast)',
    deprecatedIn: '2.0.0',
    parts: [
      { id: 'ngsiv1.other', name: 'all operations but the remaining ones', removedIn: '3.10.0' },
      { id: 'ngsiv1.remaining', name: 'the remaining operations', removedIn: '4.0.0' },
      { id: 'ngsiv1.forwarding', name: 'NGSIv1 towards providers (legacyForwarding)', livesOn: true },
    ],
    replacement: 'NGSIv2 API',
    lastSupport: { version: '3.9.0', releaseDate: '2023-06-02', lastComplete: true },
    cliParameters: ['-strictNgsiv1Ids', '-ngsiv1Autocast'],
    environment: ['ORION_STRICT_NGSIV1_IDS', 'ORION_NGSIV1_AUTOCAST'],
  },
  {
    id: 'availabilitySubscriptions',
    feature: 'Context availability subscriptions (NGSI9 subscriptions)',
    deprecatedIn: '2.0.0',
    removedIn: '2.6.0',
    lastSupport: { version: '2.5.2', releaseDate: '2020-12-17' },
  },
  {
    id: 'legacyNotification',
    feature: 'Notification format legacy (notification.attrsFormat set to legacy)',
    deprecatedWith: 'ngsiv1',
    removedIn: '4.0.0',
    replacement: 'other formats',
  },
  {
    id: 'queryAttributes',
    feature: 'Field attributes of POST /v2/op/query',
    deprecatedIn: '1.15.0',
    replacement:
      '`attrs` to choose the attributes in the response, combined with a unary attribute filter in `q` inside `expression`',
  },
  {
    id: 'upperCaseActions',
    feature: 'Action types APPEND, APPEND_STRICT, UPDATE, DELETE, REPLACE in POST /v2/op/update',
    deprecatedIn: '1.14.0',
    replacement: 'append, appendStrict, update, delete, replace',
    lastSupport: {},
  },
  {
    id: 'metadataId',
    feature: 'Metadata ID, and the NGSIv1 operations that use it',
    deprecatedIn: '1.13.0',
    removedIn: '2.2.0',
    replacement: 'prefix or suffix in the attribute name',
    lastSupport: { version: '2.1.0', releaseDate: '2018-12-19' },
    reason:
      'metadata IDs conflict with NGSIv2 because attribute names are JSON object keys and cannot be duplicated',
  },
  {
    id: 'dateOptions',
    feature: 'URI parameter `options` with dateCreated / dateModified',
    deprecatedIn: '1.5.0',
    replacement: 'URI parameter `attrs`',
    lastSupport: {},
  },
  {
    id: 'pathPrefixes',
    feature: 'Path prefixes /ngsi10 and /ngsi9',
    deprecatedIn: '1.2.0',
    parts: [
      { id: 'pathPrefixes.ngsi9', name: '/ngsi9', removedIn: '3.8.0' },
      { id: 'pathPrefixes.ngsi10', name: '/ngsi10' },
    ],
    replacement: '/v1 and /v1/registry',
    lastSupport: { version: '3.7.0', releaseDate: '2022-05-26', lastComplete: true },
  },
  {
    id: 'locationMetadata',
    feature: 'Metadata `location` of an entity',
    deprecatedIn: '1.1.0',
    removedIn: '3.11.0',
    replacement: 'attribute of type geo:json',
    lastSupport: { version: '3.10.1', releaseDate: '2023-06-12' },
  },
  {
    id: 'entityAttributesField',
    feature: 'Field attributes of POST /v2/entities',
    lastSupport: {},
  },
  {
    id: 'silent',
    feature: 'CLI argument --silent',
    deprecatedIn: '0.26.1',
    removedIn: '1.0.0',
    replacement: '`-logLevel ERROR`',
    lastSupport: { version: '0.28.0', releaseDate: '2016-02-29' },
    cliParameters: ['--silent'],
  },
  {
    id: 'onTimeInterval',
    feature: 'ONTIMEINTERVAL subscriptions',
    deprecatedIn: '0.26.0',
    removedIn: '1.0.0',
    replacement: 'repeated queryContext by the receiver, using pagination and filtering',
    lastSupport: { version: '0.28.0', releaseDate: '2016-02-29' },
    reason:
      'ONTIMEINTERVAL subscriptions add state to the broker, hinder horizontal scaling and hinder pagination and filtering',
  },
  {
    id: 'xml',
    feature: 'XML format',
    deprecatedIn: '0.23.0',
    removedIn: '1.0.0',
    lastSupport: { version: '0.28.0', releaseDate: '2016-02-29' },
  },
  {
    id: 'configurationManagerParameters',
    feature: 'CLI arguments -ngsi9, -fwdHost, -fwdPort',
    deprecatedIn: '0.21.0',
    removedIn: '0.25.0',
    // Orion's list has them in the row of the roles and writes `-ngsi` for the first; its command line has `-ngsi9`.
    lastSupport: { version: '0.24.0', releaseDate: '2015-09-14' },
    cliParameters: ['-ngsi9', '-fwdHost', '-fwdPort'],
  },
  {
    id: 'configurationManagerRoles',
    feature: 'Configuration Manager roles',
    deprecatedIn: '0.21.0',
    removedIn: '0.25.0',
    lastSupport: { version: '0.24.0', releaseDate: '2015-09-14' },
  },
  {
    id: 'associations',
    feature: 'Associations',
    deprecatedIn: '0.21.0',
    removedIn: '0.25.0',
    lastSupport: { version: '0.24.0', releaseDate: '2015-09-14' },
  },
] as const satisfies readonly FeatureRecord[];

type Row = (typeof FEATURES)[number];
type PartOf<T> = T extends { readonly parts: readonly { readonly id: infer P }[] } ? P : never;

export type FeatureId = Row['id'];
export type FeaturePartId = PartOf<Row>;
