export type * from './json/json-value';
export type * from './model/entity';
export { ATTRIBUTE_KINDS, isKind } from './model/attribute-kind';
export type { AttributeKind } from './model/attribute-kind';
export { geometriesOf, geometryOfInstance } from './model/geometries';
export { holds, kindOf, ngsiv2TypeOf } from './model/kind-of';
export { membersOfTypes, placeOfScopes, scopesOf, typesOf } from './model/scopes';
export type * from './model/entity-update';
export type * from './model/entity-rewrite';
export * from './errors';
export type * from './query/simple-query';
export type * from './query/geo-query';
export type * from './query/entity-query';
export { parseMq, parseQ } from './query/parse-simple-query';
export type { QueryDialect } from './query/parse-simple-query';
export { compileFilterPattern, filterPattern } from './query/filter-pattern';
export { renderGroups } from './render/render-groups';
export { parseAggregate } from './query/parse-aggregate';
export * from './query/aggregate-query';
export { parseGeoParameters, parseGeoQuery } from './query/parse-geo-query';
export type { GeoParameters } from './query/parse-geo-query';
export { geoJsonGeometry } from './query/geo-place';
export { geoJsonOf } from './query/query-geometry';
export { parseOrderBy } from './query/parse-order-by';
export { checkPatternCount, patternsIn } from './query/pattern-count';
export { BadPattern, compilePattern, type PatternOptions } from './query/compile-pattern';
export type { Pattern } from './query/compile-pattern';
export { compileSimpleQuery } from './query/compile-simple-query';
export type { EntityTest, QuerySemantics } from './query/compile-simple-query';
export { compileGeoQuery, geometryDistanceM } from './query/compile-geo-query';
export type { GeometryTest } from './query/compile-geo-query';
export { boundingBox, queryBoundingBox } from './query/bounding-box';
export type { BoundingBox } from './query/bounding-box';
export { EARTH_RADIUS_M } from './query/sphere';
export { compileGeometryDistance, compileGeometryRelation } from './query/geometry-relation';
export type { GeometryRelation } from './query/geometry-relation';
export {
  ALL_SERVICE_PATHS,
  compileAreas,
  compileEntityQuery,
  compilePlace,
  compileSelector,
  matchesServicePath,
} from './query/compile-entity-query';
export { compareEntities } from './query/compare-entities';
export type { EntityOrder } from './query/compare-entities';
export { sortKey } from './query/sort-key';
export { parseJson, parseJsonInSlices } from './json/parse-json';
export type { JsonLimits } from './json/parse-json';
export { renderJson, renderString } from './json/render-json';
export { renderNumber } from './json/render-number';
export { limitQueries } from './query/query-limits';
export { limitGeometries } from './values/geometry-limits';
export { numberForm, renderValueNumber, showNumbersAs } from './json/number-form';
export type { NumberForm } from './json/number-form';
export { jsonKey, renderExactJson } from './json/exact-json';
export { isJsonArray, isJsonObject } from './json/plain-json';
export { byteOrder } from './values/byte-order';
export { valuesEqual } from './values/values-equal';
export { isDateTimeType, parseDateTime, renderDateTime } from './values/date-time';
export { defaultType } from './values/default-type';
export { decodeName, encodeName } from './values/name-encoding';
export { isLocationType } from './values/location';
export * from './parse/identifiers';
export { parseEntity, parseBatchEntity, parseAttributes } from './parse/parse-entity';
export type { ParsedBatchEntity, ParsedEntity } from './parse/parse-entity';
export { parseMetadataBody, parseMetadataItemBody } from './parse/parse-metadata';
export { parseAttribute } from './parse/parse-attribute';
export type { PayloadOptions } from './parse/parse-attribute';
export { parseAttributeValueJson, parseAttributeValueText } from './parse/parse-attribute-value';
export type * from './registration/registration';
export { FORWARDING_MODES } from './registration/registration';
export {
  parseRegistration,
  patchRegistration,
  registrationSyntaxError,
} from './registration/parse-registration';
export { registrationToJson } from './registration/render-registration';
export { compileJexl } from './jexl/evaluate-jexl';
export { JexlBudget, JexlOverBudget, limitExpressions } from './jexl/jexl-budget';
export type { JexlContext, JexlProgram } from './jexl/evaluate-jexl';
export * from './subscription/subscription';
export { ADDITIONS_MEMBER, additionsOfDocument, additionsToDocument } from './subscription/additions';
export type { AdditionsInput, SubscriptionAdditions } from './subscription/additions';
export { alterationsOf, changeOrder, notificationFacts } from './subscription/alteration';
export type { Alteration, Alterations } from './subscription/alteration';
export {
  CHANNEL_MEMBERS,
  channelOfDocument,
  channelToDocument,
  type NotificationChannel,
} from './subscription/channels/channels';
export { isCustomKind } from './subscription/channels/channel-syntax';
export type { Credentials } from './subscription/channels/credentials';
export type { CustomBody, NgsiPatch, NgsiPatchAttribute } from './subscription/channels/custom-body';
export type { HttpChannel } from './subscription/channels/http-channel';
export type { KafkaChannel } from './subscription/channels/kafka-channel';
export { isEndpointName, type EndpointChannel } from './subscription/channels/endpoint-channel';
export type { SseChannel } from './subscription/channels/sse-channel';
export type { MqttChannel } from './subscription/channels/mqtt-channel';
export { listOf, mapOf, numberOf, textOf, textsOf } from './json/stored-document';
export type { StoredDocument } from './json/stored-document';
export { applyPatch, parseNewSubscription, parseSubscriptionPatch } from './subscription/parse-subscription';
export type { SubscriptionInput, SubscriptionParseOptions } from './subscription/parse-subscription';
export { parseExtendedQueryMember } from './subscription/parse-expression';
export { subscriptionToJson } from './subscription/render-subscription';
export { hostAndPort, parseKafkaUrl, parseTargetUrl } from './subscription/target-url';
export type { TargetUrl } from './subscription/target-url';
export {
  compileJsonTemplate,
  compileTemplate,
  decodePercent,
  fillJsonTemplate,
  renderTemplate,
  TemplateError,
} from './subscription/template';
export type { JsonTemplate, Template, TemplateLimits } from './subscription/template';
export { BUILTIN_ATTRIBUTES, BUILTIN_METADATA, builtinMetadata } from './render/builtins';
export type { NotificationFacts } from './render/builtins';
export { renderBareValue, renderNormalizedAttribute, selectMetadata } from './render/render-attribute';
export type { MetadataOptions } from './render/render-attribute';
export { renderMetadata, renderMetadataList } from './render/render-metadata';
export type { MetadataListOptions } from './render/render-metadata';
export { renderAttribute, renderAttributes, renderEntity } from './render/render-entity';
export { selectAttributes, shownOrder } from './render/select-attributes';
export type { RenderOptions, Representation } from './render/select-attributes';
export { renderAttributeValue } from './render/render-attribute-value';
export type { RenderedValue, ValueMediaType } from './render/render-attribute-value';
export { renderValue } from './render/render-value';
export { hasIgnoreType } from './values/location';
export { applyUpdate } from './update/apply-update';
export type { OperatorTarget } from './update/apply-operator';
export { parseOperator } from './update/operators';
export type { OperatorOutcome, PlainOperatorName, UpdateOperator } from './update/operators';
export { databaseError, databaseName } from './update/database-error';
export { changeOf, isSameMetadata } from './update/change-of';
export { endOfText, expiresAtOf, isExpiry, withoutExpiry } from './update/expiry';
export { rewriteEntity } from './update/rewrite-entity';
export { DATE_EXPIRES } from './update/expiration';
export type { LocationRule } from './update/location-rule';
export type { MergedAttribute, MergeOptions } from './update/merge-attribute';
export { escapeForbidden, renderEscaped, renderLegacyValue } from './render/render-escaped';
export * from './ngsiv1/index';
