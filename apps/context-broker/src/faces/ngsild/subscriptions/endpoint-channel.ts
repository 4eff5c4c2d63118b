import { isJsonArray, type JsonObject } from '@smart-city/context';
import { memberObject, memberText, pairOf } from '@smart-city/ngsild';
import type { NotificationChannel } from '@smart-city/ngsiv2';

const DEFAULT_MQTT_PORT: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/** Returns the channel that carries notifications to an endpoint (GS CIM 009 §5.2.15, 7.2). */
export function channelOf(notification: JsonObject): NotificationChannel {
  const endpoint = memberObject(notification, 'endpoint');
  const uri = memberText(endpoint, 'uri') ?? '';
  if (/^mqtts?:/i.test(uri)) return mqttChannel(uri, infoOf(endpoint, 'notifierInfo'));
  const timeoutMs = Number(endpoint.get('timeout') ?? 0);
  return {
    kind: 'http',
    url: uri,
    timeoutMs: Math.ceil(timeoutMs),
    headers: new Map(),
    qs: new Map(),
    body: { kind: 'default' },
  };
}

function mqttChannel(uri: string, info: ReadonlyMap<string, string>): NotificationChannel {
  const url = new URL(uri);
  const port = url.port === '' ? DEFAULT_MQTT_PORT[url.protocol] : url.port;
  const qos = Number(info.get('MQTT-QoS') ?? 0);
  const user = decodeURIComponent(url.username);
  return {
    kind: 'mqtt',
    url: `${url.protocol}//${url.hostname}:${port}`,
    topic: decodeURIComponent(url.pathname.slice(1)),
    qos: qos === 1 || qos === 2 ? qos : 0,
    retain: false,
    ...(user !== '' && { credentials: { user, passwd: decodeURIComponent(url.password) } }),
    body: { kind: 'default' },
  };
}

/** Reads a list of keys and values; of a key that is repeated the last. */
export function infoOf(endpoint: JsonObject, member: string): ReadonlyMap<string, string> {
  const items = endpoint.get(member);
  return new Map(isJsonArray(items) ? items.map((item) => pairOf(item, member)) : []);
}
