import { randomUUID } from 'node:crypto';
import {
  parseKafkaUrl,
  parseTargetUrl,
  type HttpChannel,
  type KafkaChannel,
  type MqttChannel,
  type NotificationChannel,
} from '@smart-city/ngsi';
import { ComposeError } from './compose-error';
import type { Composition } from './composition';
import { fillHeaders, fillKey, fillRequestTarget, fillText } from './filled-templates';
import { kafkaHeaders } from './kafka-headers';
import type { Outgoing, OutgoingHttp, OutgoingKafka, OutgoingMqtt } from './outgoing';
import { notificationHeaders } from './outgoing-headers';

/**
 * Gives a written notification its address and what its kind of channel adds.
 *
 * @throws ComposeError  macros made something else than an address of the channel's kind
 */
export function address(channel: NotificationChannel, composition: Composition): Outgoing {
  switch (channel.kind) {
    case 'http':
    case 'httpCustom':
      return addressHttp(channel, composition);
    case 'mqtt':
    case 'mqttCustom':
      return addressMqtt(channel, composition);
    case 'kafka':
    case 'kafkaCustom':
      return addressKafka(channel, composition);
  }
}

function addressHttp(channel: HttpChannel, composition: Composition): OutgoingHttp {
  const { templates, request, servicePath, correlator, written, options } = composition;
  const url = fillText(templates?.url, channel.url, composition);
  const target = parseTargetUrl(url);
  if (target === undefined || (target.protocol !== 'http:' && target.protocol !== 'https:'))
    throw malformed(url);
  const headers = notificationHeaders(
    {
      tenant: request.tenant,
      servicePath,
      authToken: request.tokenFor(target.host, target.port),
      contentType: written.contentType,
      correlator,
      attrsFormat: written.attrsFormat,
    },
    fillHeaders(composition),
  );
  const common = commonOf(composition);
  return {
    ...common,
    kind: 'http',
    method: templates === undefined ? 'POST' : (channel.method ?? 'POST'),
    protocol: target.protocol,
    host: target.host,
    port: target.port,
    path: fillRequestTarget(target.path, composition),
    headers: options.withIdHeader ? [...headers, ['Notification-Id', common.id]] : headers,
    timeoutMs: channel.timeoutMs,
  };
}

function addressMqtt(channel: MqttChannel, composition: Composition): OutgoingMqtt {
  const url = fillText(composition.templates?.url, channel.url, composition);
  const target = parseTargetUrl(url);
  if (target?.protocol !== 'mqtt:') throw malformed(url);
  return {
    ...commonOf(composition),
    kind: 'mqtt',
    host: target.host,
    port: target.port,
    topic: fillText(composition.templates?.topic, channel.topic, composition),
    qos: channel.qos,
    retain: channel.retain,
    ...(channel.credentials !== undefined && { credentials: channel.credentials }),
  };
}

function addressKafka(channel: KafkaChannel, composition: Composition): OutgoingKafka {
  const { templates, request, servicePath, correlator, written } = composition;
  const url = fillText(templates?.url, channel.url, composition);
  const brokers = parseKafkaUrl(url);
  if (brokers === undefined) throw malformed(url);
  const key = templates?.key === undefined ? channel.key : fillKey(templates.key, composition.context);
  return {
    ...commonOf(composition),
    kind: 'kafka',
    brokers: brokers.map(({ host, port }) => ({ host, port })),
    topic: fillText(templates?.topic, channel.topic, composition),
    ...(typeof key === 'string' && { key }),
    headers: kafkaHeaders(
      [
        ...(request.tenant === '' ? [] : [['Fiware-Service', request.tenant] as const]),
        ['Fiware-Servicepath', servicePath],
        ['Fiware-Correlator', correlator],
        ['Ngsiv2-AttrsFormat', written.attrsFormat],
      ],
      fillHeaders(composition),
    ),
    ...(channel.credentials !== undefined && { credentials: channel.credentials }),
    ...(channel.saslMechanism !== undefined && { saslMechanism: channel.saslMechanism }),
    ...(channel.securityProtocol !== undefined && { securityProtocol: channel.securityProtocol }),
  };
}

/** What a notification carries, whatever the channel. */
function commonOf({ subscriptionId, servicePath, correlator, written, request, options }: Composition) {
  return {
    // Only what may be repeated needs a name.
    id: options.withIdHeader ? randomUUID() : '',
    tenant: request.tenant,
    subscriptionId,
    servicePath,
    correlator,
    body: written.body,
    attrsFormat: written.attrsFormat,
    acceptedAtMs: Date.now(),
    ...(request.log !== undefined && { log: request.log }),
    ...(request.trace !== undefined && { trace: request.trace }),
  };
}

const malformed = (url: string) =>
  new ComposeError('error', `Runtime Error (not sending notification: malformed URL: '${url}')`);
