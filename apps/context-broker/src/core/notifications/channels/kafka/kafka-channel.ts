import { renderJson } from '@smart-city/context';
import {
  hostAndPort,
  compileJsonTemplate,
  fillJsonTemplate,
  parseKafkaUrl,
  type Credentials,
  type KafkaChannel,
} from '@smart-city/ngsiv2';
import { addHeaders, type Header, type Outgoing } from '../../outgoing';
import {
  maxAgeMs,
  sizedPayload,
  type Addressing,
  type Channel,
  type ChannelTools,
  type SendResult,
} from '../channel';
import { compileAddress, compilePairs, compileText, fillHeaders, type Filling } from '../fill-text';
import { kafkaHeaders } from './kafka-headers';
import { KafkaSender } from './kafka-sender';

export interface OutgoingKafka extends Outgoing {
  readonly kind: 'kafka';
  readonly brokers: readonly { readonly host: string; readonly port: number }[];
  readonly topic: string;
  readonly key?: string;
  readonly headers: readonly Header[];
  readonly credentials?: Credentials;
  readonly saslMechanism?: KafkaChannel['saslMechanism'];
  readonly securityProtocol?: KafkaChannel['securityProtocol'];
}

/** Records of Kafka. */
export class KafkaChannelSender implements Channel<KafkaChannel, OutgoingKafka> {
  readonly name = 'kafka';
  readonly kinds = ['kafka', 'kafkaCustom'] as const;
  private readonly sender: KafkaSender;

  constructor({ options, receivers }: ChannelTools) {
    this.sender = new KafkaSender({
      timeoutMs: options.kafkaTimeoutMs,
      maxAgeMs: maxAgeMs(options.kafkaMaxAgeMinutes),
      insecure: options.insecureNotif,
      receivers,
    });
  }

  compile(channel: KafkaChannel, isCustom: boolean): Addressing<OutgoingKafka> {
    const security = securityOf(channel);
    const address = compileAddress(channel.url, isCustom, parseBrokers);
    const topicOf = compileText(channel.topic, isCustom);
    const keyOf = compileKey(channel.key ?? undefined, isCustom);
    const headers = isCustom ? compilePairs(channel.headers) : [];
    return (composition) => {
      const { written } = composition;
      const key = keyOf(composition);
      return {
        ...written,
        kind: 'kafka',
        brokers: address.constant ?? address.fill(composition),
        topic: topicOf(composition),
        ...(key !== undefined && { key }),
        headers: kafkaHeaders(
          [...standardHeaders(written), ...composition.headers],
          fillHeaders(headers, composition),
        ),
        ...security,
      };
    };
  }

  async prepare(channel: KafkaChannel): Promise<void> {
    const brokers = parseBrokers(channel.url);
    await this.sender.prepare(brokers && { brokers, ...securityOf(channel) }, channel.topic);
  }

  send(outgoing: OutgoingKafka): Promise<SendResult> {
    return this.sender.send(outgoing);
  }

  targetOf({ brokers }: OutgoingKafka): string {
    return `kafka://${listed(brokers)}`;
  }

  withHeaders(outgoing: OutgoingKafka, headers: readonly Header[]): OutgoingKafka {
    return addHeaders(outgoing, headers);
  }

  settled(): void {}

  describe(outgoing: OutgoingKafka, _result: SendResult, payload: (text: string) => string): string {
    const { subscriptionId, brokers, topic, body } = outgoing;
    return `KAFKA Notif delivered (subId: ${subscriptionId}): broker: ${listed(brokers)}, topic: ${topic}, ${sizedPayload('payload', body, payload)}`;
  }

  close(): Promise<void> {
    return this.sender.close();
  }
}

const listed = (brokers: OutgoingKafka['brokers']): string => brokers.map(hostAndPort).join(',');

const parseBrokers = (url: string): OutgoingKafka['brokers'] | undefined =>
  parseKafkaUrl(url)?.map(({ host, port }) => ({ host, port }));

const securityOf = ({ credentials, saslMechanism, securityProtocol }: KafkaChannel) => ({
  ...(credentials !== undefined && { credentials }),
  ...(saslMechanism !== undefined && { saslMechanism }),
  ...(securityProtocol !== undefined && { securityProtocol }),
});

const standardHeaders = ({
  service,
  servicePath,
  correlator,
  attrsFormat,
}: Pick<Outgoing, 'service' | 'servicePath' | 'correlator' | 'attrsFormat'>): readonly Header[] => [
  ...(service === '' ? [] : [['Fiware-Service', service] as const]),
  ['Fiware-Servicepath', servicePath],
  ['Fiware-Correlator', correlator],
  ...(attrsFormat === '' ? [] : [['Ngsiv2-AttrsFormat', attrsFormat] as const]),
];

/** A key whose expression gives null is no key. */
function compileKey(key: string | undefined, isCustom: boolean): (filling: Filling) => string | undefined {
  if (key === undefined || !isCustom || !key.includes('${')) return () => key;
  const template = compileJsonTemplate(key);
  return ({ context, maxSize }) => {
    const value = fillJsonTemplate(template, context, { maxSize });
    return value === null ? undefined : typeof value === 'string' ? value : renderJson(value);
  };
}
