import {
  badRequest,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type StoredDocument,
  textOf,
} from '@smart-city/context';
import { isCustomKind, type ChannelSyntax, type Members } from './channel-syntax';
import { BODY_MEMBERS, readCustomBody, storeBody } from './custom-body';
import { endpointSyntax, type EndpointChannel } from './endpoint-channel';
import { httpSyntax, type HttpChannel } from './http-channel';
import { kafkaSyntax, type KafkaChannel } from './kafka-channel';
import { mqttSyntax, type MqttChannel } from './mqtt-channel';
import { sseSyntax, type SseChannel } from './sse-channel';

/** Where notifications go: exactly one channel per subscription. A new protocol is added here and in the list below. */
export type NotificationChannel = HttpChannel | MqttChannel | KafkaChannel | SseChannel | EndpointChannel;

/** Every protocol; the first one takes stored addresses that no other knows. */
const CHANNELS: readonly ChannelSyntax<NotificationChannel>[] = [
  httpSyntax,
  mqttSyntax,
  kafkaSyntax,
  sseSyntax,
  endpointSyntax,
];

const BY_KIND: ReadonlyMap<string, ChannelSyntax<NotificationChannel>> = new Map(
  CHANNELS.flatMap((syntax) => syntax.kinds.map((kind) => [kind!, syntax] as const)),
);

/** `http, httpCustom, … or kafkaCustom` */
const KINDS_LISTED = CHANNELS.flatMap(({ kinds, isAddition }) => (isAddition ? [] : kinds))
  .join(', ')
  .replace(/, (\w+)$/, ' or $1');

/** The channel of `notification`. @throws NgsiError BadRequest */
export function parseChannel(notification: JsonObject): NotificationChannel {
  const [given, ...others] = [...BY_KIND].filter(([kind]) => notification.has(kind));
  if (others.length > 0) throw badRequest(`only one of ${KINDS_LISTED} is allowed`);
  if (given === undefined) throw badRequest(`${KINDS_LISTED} is missing`);
  const [kind, syntax] = given;
  const channel = notification.get(kind);
  if (!isJsonObject(channel)) throw badRequest(`${kind} notification is not an object`);
  return syntax.parse(channel, kind as NotificationChannel['kind']);
}

/** What a PATCH makes of a channel. @param given  as {@link parseChannel} read it */
export const patchChannel = (before: NotificationChannel, given: NotificationChannel): NotificationChannel =>
  syntaxOf(given).patch(before, given);

/** As `GET /v2/subscriptions` shows it, without the name of its kind. */
export const channelToJson = (channel: NotificationChannel): JsonObject =>
  object(syntaxOf(channel).render(channel));

/** Its members of the csubs document. */
export const channelToDocument = (channel: NotificationChannel): JsonObject =>
  object([
    ['reference', channel.url],
    ['custom', isCustomKind(channel.kind)],
    ...syntaxOf(channel).store(channel),
    storeBody(channel.body),
  ]);

/** The reverse of {@link channelToDocument}: the address tells the protocol. */
export function channelOfDocument(document: StoredDocument): NotificationChannel {
  const url = textOf(document.get('reference'));
  const isCustom = document.get('custom') === true;
  const syntax =
    CHANNELS.find(({ schemes }) => schemes.some((scheme) => url.startsWith(scheme))) ?? CHANNELS[0]!;
  return syntax.read(document, {
    kind: (isCustom && syntax.kinds[1]) || syntax.kinds[0],
    url,
    body: isCustom ? readCustomBody(document) : { kind: 'default' },
  });
}

/** Members of csubs documents that some channel has and another has not. */
export const CHANNEL_MEMBERS: readonly string[] = [
  ...new Set([...CHANNELS.flatMap(({ documentMembers }) => documentMembers), ...BODY_MEMBERS]),
];

const syntaxOf = ({ kind }: NotificationChannel) => BY_KIND.get(kind)!;

const object = (members: Members): JsonObject =>
  new Map(members.filter((member): member is readonly [string, JsonValue] => member[1] !== undefined));
