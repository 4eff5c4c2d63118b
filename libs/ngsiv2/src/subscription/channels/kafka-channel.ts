import { badRequest, dictionaryOf, type JsonObject, type StoredDocument, textOf } from '@smart-city/context';
import { hasForbiddenChars, hasForbiddenHeaderChars, optionalString, requiredString } from '../json-fields';
import { parseKafkaUrl, renderKafkaUrl } from '../target-url';
import { isCustomKind, whenNotEmpty, type ChannelSyntax } from './channel-syntax';
import {
  parseCredentials,
  readCredentials,
  renderCredentials,
  storeCredentials,
  type Credentials,
} from './credentials';
import { renderBody, type CustomBody } from './custom-body';
import { parseDictionary } from './dictionary';
import { parseCustomBody } from './parse-custom-body';

const SASL_MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;
const SECURITY_PROTOCOLS = ['SASL_SSL', 'SASL_PLAINTEXT'] as const;

export interface KafkaChannel {
  readonly kind: 'kafka' | 'kafkaCustom';
  /** `kafka://h1:9092,h2:9092` */
  readonly url: string;
  readonly topic: string;
  /** Absent or null: records without key. Clients see the null they gave. */
  readonly key?: string | null;
  readonly credentials?: Credentials;
  readonly saslMechanism?: (typeof SASL_MECHANISMS)[number];
  readonly securityProtocol?: (typeof SECURITY_PROTOCOLS)[number];
  /** Serve custom notifications only. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: CustomBody;
}

type Sasl = Pick<KafkaChannel, 'saslMechanism' | 'securityProtocol'>;

const NOTHING: ReadonlyMap<string, string> = new Map();

/** `kafka` and `kafkaCustom`. */
export const kafkaSyntax: ChannelSyntax<KafkaChannel> = {
  kinds: ['kafka', 'kafkaCustom'],
  schemes: ['kafka:'],
  documentMembers: ['kafkaTopic', 'key', 'user', 'passwd', 'saslMechanism', 'securityProtocol', 'headers'],

  parse(json, kind) {
    const isCustom = isCustomKind(kind);
    const url = parseBrokers(json);
    const topic = parseKafkaTopic(json);
    const credentials = parseCredentials(json, 'kafka');
    const sasl = credentials.credentials === undefined ? {} : parseSasl(json);
    const key = json.get('key') === null ? null : optionalString(json, 'key', 'key kafka notification');
    const body: CustomBody = isCustom ? parseCustomBody(json) : { kind: 'default' };
    const headers = isCustom
      ? parseDictionary(json, 'headers', 'notification kafkaCustom headers', hasForbiddenHeaderChars)
      : NOTHING;
    return { kind, url, topic, headers, body, ...sasl, ...(key !== undefined && { key }), ...credentials };
  },

  patch(before, given) {
    const key = given.key === undefined ? before.key : given.key;
    return {
      ...given,
      ...(key !== undefined && { key }),
      headers: given.headers.size > 0 ? given.headers : (before.headers ?? NOTHING),
    };
  },

  render: (channel) => [
    ['url', channel.url],
    ['topic', channel.topic],
    ['key', channel.key],
    ...renderCredentials(channel),
    ['saslMechanism', channel.saslMechanism],
    ['securityProtocol', channel.securityProtocol],
    renderBody(channel.body),
    ['headers', isCustomKind(channel.kind) ? whenNotEmpty(channel.headers) : undefined],
  ],

  store: (channel) => [
    ['kafkaTopic', channel.topic],
    ['key', channel.key],
    ...storeCredentials(channel),
    ['saslMechanism', channel.saslMechanism],
    ['securityProtocol', channel.securityProtocol],
    ['headers', whenNotEmpty(channel.headers)],
  ],

  read(document, { kind, url, body }) {
    const key = document.get('key');
    return {
      kind: isCustomKind(kind) ? 'kafkaCustom' : 'kafka',
      url,
      topic: textOf(document.get('kafkaTopic')),
      ...((typeof key === 'string' || key === null) && { key }),
      ...readCredentials(document),
      ...readSasl(document),
      headers: dictionaryOf(document.get('headers')),
      body,
    };
  },
};

function parseBrokers(kafka: JsonObject): string {
  const url = requiredString(kafka, 'url', 'url kafka notification');
  if (hasForbiddenChars(url)) throw badRequest('forbidden characters in kafka field /url/');
  if (!url.startsWith('kafka://')) throw badRequest('kafka schema is not used in URL');
  const brokers = parseKafkaUrl(url);
  if (brokers === undefined) throw badRequest('invalid kafka /url/');
  if (brokers.some((broker) => broker.path !== '/'))
    throw badRequest('path cannot be used in kafka url, use topic instead');
  return renderKafkaUrl(brokers);
}

function parseKafkaTopic(kafka: JsonObject): string {
  const topic = requiredString(kafka, 'topic', 'topic kafka notification');
  if (topic === '') throw badRequest('empty kafka field /topic/');
  if (/[+#/]/.test(topic)) throw badRequest('+, # and / are not allowed in kafka field /topic/');
  if (hasForbiddenChars(topic)) throw badRequest('forbidden characters in kafka field /topic/');
  return topic;
}

function parseSasl(kafka: JsonObject): Sasl {
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

function readSasl(document: StoredDocument): Sasl {
  const saslMechanism = SASL_MECHANISMS.find((name) => name === document.get('saslMechanism'));
  const securityProtocol = SECURITY_PROTOCOLS.find((name) => name === document.get('securityProtocol'));
  return {
    ...(saslMechanism !== undefined && { saslMechanism }),
    ...(securityProtocol !== undefined && { securityProtocol }),
  };
}
