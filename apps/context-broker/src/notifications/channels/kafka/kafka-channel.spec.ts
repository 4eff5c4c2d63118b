import { Consumer, stringDeserializers } from '@platformatic/kafka';
import { freePort, startTestServer } from '@smart-city/testing';
import { channelContract } from '../channel.contract';

import { KafkaChannelSender } from './kafka-channel';

const START_MS = 180_000;

channelContract(
  (tools) => new KafkaChannelSender(tools),
  async () => {
    const kafka = await startTestServer('kafka');
    if (kafka === undefined) return undefined;
    const url = `kafka://127.0.0.1:${kafka.port}`;
    const topic = 'contract';
    const consumer = new Consumer({
      groupId: topic,
      clientId: 'test',
      bootstrapBrokers: [`127.0.0.1:${kafka.port}`],
      deserializers: stringDeserializers,
      autocreateTopics: true,
    });
    const stream = await consumer.consume({ topics: [topic], mode: 'earliest' });
    const bodies: string[] = [];
    stream.on('data', ({ value }) => bodies.push(value));
    return {
      plain: { kafka: { url, topic } },
      custom: (payload) => ({ kafkaCustom: { url, topic, payload } }),
      nobody: { kafka: { url: `kafka://127.0.0.1:${await freePort()}`, topic } },
      bodies,
      async close() {
        await consumer.close(true);
        await kafka.stop();
      },
    };
  },
  START_MS,
);
