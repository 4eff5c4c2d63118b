import { isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import {
  listOfMember,
  memberFault,
  objectOfMember,
  oneOf,
  positiveOfMember,
  textOfMember,
} from './member-values';

/** Media types of notifications (GS CIM 009 §5.2.15). */
export const NOTIFIED_TYPES = ['application/json', 'application/ld+json', 'application/geo+json'] as const;
export type NotifiedType = (typeof NOTIFIED_TYPES)[number];

/** Value of a header field of notifications that stands for the field of the subscribing request. */
export const FROM_REQUEST = 'urn:ngsi-ld:request';

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mqtt:', 'mqtts:']);
/** Token of RFC 9110 §5.6.2. */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Fields that belong to the connection or to the message, which the broker writes itself. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...[
    'host',
    'connection',
    'content-length',
    'content-type',
    'transfer-encoding',
    'upgrade',
    'te',
    'trailer',
  ],
  ...['keep-alive', 'expect', 'proxy-authorization', 'proxy-connection'],
]);
const MQTT_VERSIONS = ['mqtt3.1.1', 'mqtt5.0'] as const;

/**
 * Reads the endpoint of a notification (GS CIM 009 §5.2.15). Members that mean nothing are left out.
 *
 * @throws BadRequestData
 */
export function readEndpoint(value: JsonValue): JsonObject {
  const endpoint = objectOfMember(value, 'endpoint');
  const kept = new Map<string, JsonValue>([['uri', readTarget(endpoint.get('uri') ?? null)]]);
  const take = (member: string, read: (value: JsonValue, member: string) => JsonValue) => {
    const given = endpoint.get(member);
    if (given !== undefined) kept.set(member, read(given, member));
  };
  take('accept', (given, member) => oneOf(given, member, NOTIFIED_TYPES));
  take('timeout', positiveOfMember);
  take('cooldown', positiveOfMember);
  take('receiverInfo', readReceiverInfo);
  take('notifierInfo', readNotifierInfo);
  return kept;
}

function readTarget(value: JsonValue): string {
  const text = textOfMember(value, 'uri');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !SCHEMES.has(url.protocol) || url.hostname === '')
    throw memberFault('uri', `uri must be an address of http, https, mqtt or mqtts: ${text.slice(0, 80)}`);
  const isMqtt = url.protocol.startsWith('mqtt');
  if (isMqtt && url.pathname.length < 2)
    throw memberFault('uri', 'the path of an mqtt address names the topic');
  if (!isMqtt && (url.username !== '' || url.password !== ''))
    throw memberFault('uri', 'an http address must not hold a username or a password: use receiverInfo');
  return text;
}

/** Key and value of an item. */
export function pairOf(value: JsonValue, member: string): readonly [key: string, value: string] {
  const key = isJsonObject(value) ? value.get('key') : undefined;
  const text = isJsonObject(value) ? value.get('value') : undefined;
  if (typeof key !== 'string' || key === '' || typeof text !== 'string')
    throw memberFault(member, `an item of ${member} has a key and a value, both texts`);
  return [key, text];
}

function readReceiverInfo(value: JsonValue, member: string): readonly JsonValue[] {
  const items = listOfMember(value, member);
  for (const item of items) {
    const [key, text] = pairOf(item, member);
    if (!FIELD_NAME.test(key) || OWN_FIELDS.has(key.toLowerCase()))
      throw memberFault(member, `${key.slice(0, 80)} cannot be a header field of a notification`);
    if (!FIELD_VALUE.test(text))
      throw memberFault(member, `the value of ${key} cannot be that of a header field`);
  }
  return items;
}

function readNotifierInfo(value: JsonValue, member: string): readonly JsonValue[] {
  const items = listOfMember(value, member);
  for (const item of items) {
    const [key, text] = pairOf(item, member);
    if (key === 'MQTT-QoS' && !/^[012]$/.test(text)) throw memberFault(member, 'MQTT-QoS must be 0, 1 or 2');
    if (key === 'MQTT-Version') oneOf(text, member, MQTT_VERSIONS);
  }
  return items;
}
