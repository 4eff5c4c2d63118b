import { badRequest, type JsonObject, numberOf, textOf } from '@smart-city/context';
import { hasForbiddenChars, optionalBoolean, optionalInteger, requiredString } from '../json-fields';
import { parseTargetUrl } from '../target-url';
import { isCustomKind, type ChannelSyntax } from './channel-syntax';
import {
  parseCredentials,
  readCredentials,
  renderCredentials,
  storeCredentials,
  type Credentials,
} from './credentials';
import { renderBody, type CustomBody } from './custom-body';
import { parseCustomBody } from './parse-custom-body';

export interface MqttChannel {
  readonly kind: 'mqtt' | 'mqttCustom';
  readonly url: string;
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly credentials?: Credentials;
  /** `default` unless custom. */
  readonly body: CustomBody;
}

/** `mqtt` and `mqttCustom`. */
export const mqttSyntax: ChannelSyntax<MqttChannel> = {
  kinds: ['mqtt', 'mqttCustom'],
  schemes: ['mqtt:', 'mqtts:'],
  documentMembers: ['topic', 'qos', 'retain', 'user', 'passwd'],

  parse(json, kind) {
    const url = parseMqttUrl(json);
    const credentials = parseCredentials(json, 'mqtt');
    const qos = optionalInteger(json, 'qos') ?? 0;
    if (qos !== 0 && qos !== 1 && qos !== 2)
      throw badRequest('mqtt qos field must be an integer in the 0 to 2 range');
    const retain = optionalBoolean(json, 'retain') ?? false;
    const topic = parseMqttTopic(json);
    const body: CustomBody = isCustomKind(kind) ? parseCustomBody(json) : { kind: 'default' };
    return { kind, url, topic, qos, retain, body, ...credentials };
  },

  patch: (_before, given) => given,

  render: (channel) => [
    ['url', channel.url],
    ['topic', channel.topic],
    ['qos', channel.qos],
    ['retain', channel.retain],
    ...renderCredentials(channel),
    renderBody(channel.body),
  ],

  store: (channel) => [
    ['topic', channel.topic],
    ['qos', channel.qos],
    ['retain', channel.retain],
    ...storeCredentials(channel),
  ],

  read(document, { kind, url, body }) {
    const qos = numberOf(document.get('qos'));
    return {
      kind: isCustomKind(kind) ? 'mqttCustom' : 'mqtt',
      url,
      topic: textOf(document.get('topic')),
      qos: qos === 1 || qos === 2 ? qos : 0,
      retain: document.get('retain') === true,
      ...readCredentials(document),
      body,
    };
  },
};

function parseMqttUrl(mqtt: JsonObject): string {
  const url = requiredString(mqtt, 'url', 'url mqtt notification');
  if (hasForbiddenChars(url)) throw badRequest('forbidden characters in mqtt field /url/');
  const target = parseTargetUrl(url);
  if (target === undefined) throw badRequest('invalid mqtt /url/');
  if (!mqttSyntax.schemes.includes(target.protocol))
    throw badRequest('http or https URL cannot be used in mqtt notifications');
  if (target.path !== '/') throw badRequest('path cannot be used in mqtt url, use topic instead');
  return url;
}

function parseMqttTopic(mqtt: JsonObject): string {
  const topic = requiredString(mqtt, 'topic', 'topic mqtt notification');
  if (topic === '') throw badRequest('empty mqtt field /topic/');
  if (/[+#]/.test(topic)) throw badRequest('+ and # are not allowed in mqtt field /topic/');
  if (hasForbiddenChars(topic)) throw badRequest('forbidden characters in mqtt field /topic/');
  return topic;
}
