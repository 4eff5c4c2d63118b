export { parseMq, parseQ } from './query/parse-simple-query';
export type { QueryDialect } from './query/parse-simple-query';
export { renderGroups } from './render/render-groups';
export { parseAggregate } from './query/parse-aggregate';
export { parseGeoParameters, parseGeoQuery } from './query/parse-geo-query';
export type { GeoParameters } from './query/parse-geo-query';
export { parseOrderBy } from './query/parse-order-by';
export * from './parse/identifiers';
export { parseEntity, parseBatchEntity, parseAttributes } from './parse/parse-entity';
export type { ParsedBatchEntity, ParsedEntity } from './parse/parse-entity';
export { parseMetadataBody, parseMetadataItemBody } from './parse/parse-metadata';
export { parseAttribute } from './parse/parse-attribute';
export type { PayloadOptions } from './parse/parse-attribute';
export { parseAttributeValueJson, parseAttributeValueText } from './parse/parse-attribute-value';
export {
  parseRegistration,
  patchRegistration,
  registrationSyntaxError,
} from './registration/parse-registration';
export { orionError } from './faults/orion-faults';
export { NGSIV1, NGSIV2, PROVIDER_PROTOCOLS } from './protocols';
export { registrationToJson } from './registration/render-registration';
export { compileJexl } from './jexl/evaluate-jexl';
export { JexlBudget, JexlOverBudget, limitExpressions } from './jexl/jexl-budget';
export type { JexlContext, JexlProgram } from './jexl/evaluate-jexl';
export { compileNotification } from './notification/render-notification';
export type { NotifiedEntities, NotifiedEntity } from './notification/notified-entity';
export * from './subscription/subscription';
export { ADDITIONS_MEMBER, additionsOfDocument, additionsToDocument } from './subscription/additions';
export type { AdditionsInput, SubscriptionAdditions } from './subscription/additions';
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
export { escapeForbidden, renderEscaped, renderLegacyValue } from './render/render-escaped';
