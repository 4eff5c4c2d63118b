import { badRequest } from '../errors';
import type { JsonObject } from '../json/json-value';
import {
  hasForbiddenChars,
  hasForbiddenHeaderChars,
  optionalBoolean,
  optionalInteger,
  optionalString,
  requiredString,
} from './json-fields';
import { parseCustomBody } from './parse-custom-body';
import { parseDictionary } from './parse-http-channel';
import {
  SASL_MECHANISMS,
  SECURITY_PROTOCOLS,
  type Credentials,
  type KafkaChannel,
  type MqttChannel,
} from './subscription';
import { parseKafkaUrl, parseTargetUrl } from './target-url';

export function parseMqtt(mqtt: JsonObject, kind: MqttChannel['kind']): MqttChannel {
  const url = parseMqttUrl(mqtt, kind);
  const credentials = parseCredentials(mqtt, 'mqtt');
  const qos = optionalInteger(mqtt, 'qos') ?? 0;
  if (qos !== 0 && qos !== 1 && qos !== 2)
    throw badRequest('mqtt qos field must be an integer in the 0 to 2 range');
  const retain = optionalBoolean(mqtt, 'retain') ?? false;
  const topic = parseMqttTopic(mqtt, kind);
  const body = kind === 'mqttCustom' ? parseCustomBody(mqtt) : ({ kind: 'default' } as const);
  return { kind, url, topic, qos, retain, body, ...(credentials === undefined ? {} : { credentials }) };
}

function parseMqttUrl(mqtt: JsonObject, kind: string): string {
  const url = requiredString(mqtt, 'url', `url ${kind} notification`);
  if (hasForbiddenChars(url)) throw badRequest('forbidden characters in mqtt field /url/');
  const target = parseTargetUrl(url);
  if (target === undefined) throw badRequest('invalid mqtt /url/');
  if (target.protocol !== 'mqtt:') throw badRequest('http or https URL cannot be used in mqtt notifications');
  if (target.path !== '/') throw badRequest('path cannot be used in mqtt url, use topic instead');
  return url;
}

function parseMqttTopic(mqtt: JsonObject, kind: string): string {
  const topic = requiredString(mqtt, 'topic', `topic ${kind} notification`);
  if (topic === '') throw badRequest('empty mqtt field /topic/');
  if (/[+#]/.test(topic)) throw badRequest('+ and # are not allowed in mqtt field /topic/');
  if (hasForbiddenChars(topic)) throw badRequest('forbidden characters in mqtt field /topic/');
  return topic;
}

/** `user` and `passwd`; the password is not checked, it is never shown. */
function parseCredentials(holder: JsonObject, protocol: 'mqtt' | 'kafka'): Credentials | undefined {
  const user = optionalString(holder, 'user', `user ${protocol} notification`);
  if (user !== undefined && hasForbiddenChars(user))
    throw badRequest(`forbidden characters in ${protocol} /user/`);
  const passwd = optionalString(holder, 'passwd', `passwd ${protocol} notification`);
  if ((user === undefined) !== (passwd === undefined))
    throw badRequest('you must use user and passwd fields simultaneously');
  return user === undefined || passwd === undefined ? undefined : { user, passwd };
}

export function parseKafka(kafka: JsonObject, kind: KafkaChannel['kind']): KafkaChannel {
  const url = parseBrokers(kafka, kind);
  const credentials = parseCredentials(kafka, 'kafka');
  const sasl = parseSasl(kafka, credentials);
  const topic = parseKafkaTopic(kafka, kind);
  const key =
    kafka.get('key') === null ? undefined : optionalString(kafka, 'key', `key ${kind} notification`);
  const custom = kind === 'kafkaCustom';
  const headers = custom
    ? parseDictionary(kafka, 'headers', 'notification kafkaCustom headers', hasForbiddenHeaderChars)
    : new Map<string, string>();
  const body = custom ? parseCustomBody(kafka) : ({ kind: 'default' } as const);
  return {
    kind,
    url,
    topic,
    headers,
    body,
    ...sasl,
    ...(key === undefined ? {} : { key }),
    ...(credentials === undefined ? {} : { credentials }),
  };
}

function parseBrokers(kafka: JsonObject, kind: string): string {
  const url = requiredString(kafka, 'url', `url ${kind} notification`);
  if (hasForbiddenChars(url)) throw badRequest('forbidden characters in kafka field /url/');
  if (!url.startsWith('kafka://')) throw badRequest('kafka schema is not used in URL');
  const brokers = parseKafkaUrl(url);
  if (brokers === undefined) throw badRequest('invalid kafka /url/');
  if (brokers.some((broker) => broker.path !== '/'))
    throw badRequest('path cannot be used in kafka url, use topic instead');
  return url;
}

function parseKafkaTopic(kafka: JsonObject, kind: string): string {
  const topic = requiredString(kafka, 'topic', `topic ${kind} notification`);
  if (topic === '') throw badRequest('empty kafka field /topic/');
  if (/[+#/]/.test(topic)) throw badRequest('+, # and / are not allowed in kafka field /topic/');
  if (hasForbiddenChars(topic)) throw badRequest('forbidden characters in kafka field /topic/');
  return topic;
}

function parseSasl(
  kafka: JsonObject,
  credentials: Credentials | undefined,
): Pick<KafkaChannel, 'saslMechanism' | 'securityProtocol'> {
  if (credentials === undefined) return {};
  const mechanism = optionalString(kafka, 'saslMechanism', 'saslMechanism kafka notification');
  if (mechanism === undefined) throw badRequest('saslMechanism kafka notification is missing');
  if (mechanism === '') throw badRequest('mandatory kafka field /saslMechanism/ when user/passwd are set');
  const saslMechanism = SASL_MECHANISMS.find((candidate) => candidate === mechanism);
  if (saslMechanism === undefined)
    throw badRequest('invalid kafka /saslMechanism/ (allowed: PLAIN, SCRAM-SHA-256, SCRAM-SHA-512)');
  const protocol =
    optionalString(kafka, 'securityProtocol', 'securityProtocol kafka notification') ?? 'SASL_SSL';
  const securityProtocol = SECURITY_PROTOCOLS.find((candidate) => candidate === protocol);
  if (securityProtocol === undefined)
    throw badRequest('invalid kafka /securityProtocol/ (allowed: SASL_SSL, SASL_PLAINTEXT)');
  return { saslMechanism, securityProtocol };
}
