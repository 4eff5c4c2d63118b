import {
  SASL_MECHANISMS,
  SECURITY_PROTOCOLS,
  type CustomBody,
  type NgsiPatch,
  type NgsiPatchAttribute,
  type NotificationChannel,
} from '@smart-city/ngsi';
import { dictionaryOf, jsonOf, mapOf, numberOf, textOf, type StoredDocument } from './stored-document';

/** Where notifications go: the address tells the kind of channel. */
export function channelOf(document: StoredDocument): NotificationChannel {
  const url = textOf(document.get('reference'));
  const isCustom = document.get('custom') === true;
  const body: CustomBody = isCustom ? bodyOf(document) : { kind: 'default' };
  const [user, passwd] = [document.get('user'), document.get('passwd')];
  const credentials =
    typeof user === 'string' && typeof passwd === 'string' ? { credentials: { user, passwd } } : {};
  if (url.startsWith('kafka:')) {
    const saslMechanism = SASL_MECHANISMS.find((name) => name === document.get('saslMechanism'));
    const securityProtocol = SECURITY_PROTOCOLS.find((name) => name === document.get('securityProtocol'));
    const key = document.get('key');
    return {
      kind: isCustom ? 'kafkaCustom' : 'kafka',
      url,
      topic: textOf(document.get('kafkaTopic')),
      ...(typeof key === 'string' && { key }),
      ...credentials,
      ...(saslMechanism !== undefined && { saslMechanism }),
      ...(securityProtocol !== undefined && { securityProtocol }),
      headers: dictionaryOf(document.get('headers')),
      body,
    };
  }
  if (url.startsWith('mqtt:')) {
    const qos = numberOf(document.get('qos'));
    return {
      kind: isCustom ? 'mqttCustom' : 'mqtt',
      url,
      topic: textOf(document.get('topic')),
      qos: qos === 1 || qos === 2 ? qos : 0,
      retain: document.get('retain') === true,
      ...credentials,
      body,
    };
  }
  const timeoutMs = numberOf(document.get('timeout')) ?? 0;
  if (!isCustom) return { kind: 'http', url, timeoutMs };
  const method = textOf(document.get('method'));
  return {
    kind: 'httpCustom',
    url,
    timeoutMs,
    ...(method !== '' && { method }),
    headers: dictionaryOf(document.get('headers')),
    qs: dictionaryOf(document.get('qs')),
    body,
  };
}

function bodyOf(document: StoredDocument): CustomBody {
  const json = document.get('json');
  if (Array.isArray(json) || json instanceof Map)
    return { kind: 'json', json: jsonOf(json) as Extract<CustomBody, { kind: 'json' }>['json'] };
  const ngsi = document.get('ngsi');
  if (ngsi instanceof Map) return { kind: 'ngsi', ngsi: ngsiOf(ngsi as StoredDocument) };
  const payload = document.get('payload');
  if (payload === null) return { kind: 'none' };
  return typeof payload === 'string' && payload !== '' ? { kind: 'text', payload } : { kind: 'default' };
}

function ngsiOf(ngsi: StoredDocument): NgsiPatch {
  const [id, type] = [textOf(ngsi.get('id')), textOf(ngsi.get('type'))];
  const attrs = [...mapOf(ngsi.get('attrs'))].map(([name, stored]): [string, NgsiPatchAttribute] => {
    const attribute = mapOf(stored);
    const evalPriority = numberOf(mapOf(mapOf(attribute.get('md')).get('evalPriority')).get('value'));
    return [
      name,
      {
        type: textOf(attribute.get('type')),
        value: jsonOf(attribute.get('value')),
        ...(evalPriority !== undefined && { evalPriority }),
      },
    ];
  });
  return { ...(id !== '' && { id }), ...(type !== '' && { type }), attrs: new Map(attrs) };
}
