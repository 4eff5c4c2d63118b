import { Consumer, stringDeserializers } from '@platformatic/kafka';
import { eventually, freePort, startTestServer, type TestServer } from '@smart-city/testing';
import { channelContract, type ContractReceiver } from '../channel.contract';
import { KafkaChannelSender } from './kafka-channel';

const START_MS = 180_000;
const TOPIC_MS = 60_000;

/** Reads the topic, which is made by asking for it. A server that has just started knows neither topic nor group at first. */
async function listen(kafka: TestServer, topic: string): Promise<ContractReceiver> {
  const consumer = new Consumer({
    groupId: topic,
    clientId: 'test',
    bootstrapBrokers: [`127.0.0.1:${kafka.port}`],
    deserializers: stringDeserializers,
    autocreateTopics: true,
  });
  const close = async () => {
    try {
      // eslint-disable-next-line @typescript-eslint/await-thenable -- the types of the package take the other overload
      await consumer.close(true);
    } catch {
      // It never got that far.
    }
    await kafka.stop();
  };
  try {
    await eventually(
      () => consumer.metadata({ topics: [topic], autocreateTopics: true }).catch(() => undefined),
      TOPIC_MS,
    );
    const stream = await eventually(
      () => consumer.consume({ topics: [topic], mode: 'earliest' }).catch(() => undefined),
      TOPIC_MS,
    );
    const bodies: string[] = [];
    stream.on('data', ({ value }) => bodies.push(value));
    const url = `kafka://127.0.0.1:${kafka.port}`;
    return {
      plain: { kafka: { url, topic } },
      custom: (payload) => ({ kafkaCustom: { url, topic, payload } }),
      nobody: { kafka: { url: `kafka://127.0.0.1:${await freePort()}`, topic } },
      bodies,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

channelContract(
  (tools) => new KafkaChannelSender(tools),
  async () => listen(await startTestServer('kafka'), 'contract'),
  { startMs: START_MS, server: 'kafka' },
);
