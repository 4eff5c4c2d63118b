import { hostAndPort, parseTargetUrl, type Credentials, type MqttChannel } from '@smart-city/ngsiv2';
import { logContextOf, type Outgoing } from '../../outgoing';
import {
  maxAgeMs,
  sizedPayload,
  type Addressing,
  type Channel,
  type ChannelTools,
  type SendResult,
} from '../channel';
import { compileAddress, compileText } from '../fill-text';
import { mqttBroker, MqttSender } from './mqtt-sender';
import { readMqttTls } from './mqtt-tls';

export interface OutgoingMqtt extends Outgoing {
  readonly kind: 'mqtt';
  /** Over TLS. */
  readonly isSecure?: boolean;
  readonly host: string;
  readonly port: number;
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly credentials?: Credentials;
}

/** MQTT 3.1.1, over TLS with `mqtts:`. */
export class MqttChannelSender implements Channel<MqttChannel, OutgoingMqtt> {
  readonly name = 'mqtt';
  readonly kinds = ['mqtt', 'mqttCustom'] as const;
  private readonly sender: MqttSender;

  constructor({ options, alarms, receivers }: ChannelTools) {
    this.sender = new MqttSender(
      {
        timeoutMs: options.mqttTimeoutMs,
        maxAgeMs: maxAgeMs(options.mqttMaxAgeMinutes),
        receivers,
        tls: readMqttTls(options),
      },
      {
        mqttFailed: (broker, detail, outgoing) =>
          alarms.raise('MqttConnectionError', broker, detail, logContextOf(outgoing)),
        mqttRecovered: (broker, outgoing) =>
          alarms.release('MqttConnectionError', broker, logContextOf(outgoing)),
      },
    );
  }

  compile(channel: MqttChannel, isCustom: boolean): Addressing<OutgoingMqtt> {
    const { qos, retain, credentials } = channel;
    const address = compileAddress(channel.url, isCustom, parseMqttAddress);
    const topicOf = compileText(channel.topic, isCustom);
    return (composition) => ({
      ...composition.written,
      kind: 'mqtt',
      ...(address.constant ?? address.fill(composition)),
      topic: topicOf(composition),
      qos,
      retain,
      ...(credentials !== undefined && { credentials }),
    });
  }

  async prepare({ url, credentials }: MqttChannel): Promise<void> {
    const address = parseMqttAddress(url);
    await this.sender.prepare(address && { ...address, ...(credentials !== undefined && { credentials }) });
  }

  send(outgoing: OutgoingMqtt): Promise<SendResult> {
    return this.sender.send(outgoing);
  }

  targetOf(outgoing: OutgoingMqtt): string {
    return mqttBroker(outgoing);
  }

  /** The protocol has none. */
  withHeaders(outgoing: OutgoingMqtt): OutgoingMqtt {
    return outgoing;
  }

  /** The sender tells of its connections. */
  settled(): void {}

  /** Of a failure the alarm tells. */
  describe(
    outgoing: OutgoingMqtt,
    { kind }: SendResult,
    payload: (text: string) => string,
  ): string | undefined {
    if (kind === 'failed') return undefined;
    const { subscriptionId, topic, body } = outgoing;
    return `MQTT Notif delivered (subId: ${subscriptionId}): broker: ${hostAndPort(outgoing)}, topic: ${topic}, ${sizedPayload('payload', body, payload)}`;
  }

  close(): Promise<void> {
    return this.sender.close();
  }
}

function parseMqttAddress(url: string): Pick<OutgoingMqtt, 'host' | 'port' | 'isSecure'> | undefined {
  const target = parseTargetUrl(url);
  if (target?.protocol !== 'mqtt:' && target?.protocol !== 'mqtts:') return undefined;
  const { host, port, protocol } = target;
  return { host, port, ...(protocol === 'mqtts:' && { isSecure: true }) };
}
