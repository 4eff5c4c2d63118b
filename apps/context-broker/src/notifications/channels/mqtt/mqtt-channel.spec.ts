import { freePort, startTestServer } from '@smart-city/testing';
import { connectAsync } from 'mqtt';
import { channelContract } from '../channel.contract';

import { MqttChannelSender } from './mqtt-channel';

channelContract(
  (tools) => new MqttChannelSender(tools),
  async () => {
    const mosquitto = await startTestServer('mosquitto');
    const { port } = mosquitto;
    const listener = await connectAsync({ host: '127.0.0.1', port, username: 'alice', password: 'secret' });
    const bodies: string[] = [];
    listener.on('message', (_topic, body) => bodies.push(body.toString()));
    await listener.subscribeAsync('t');
    const auth = { topic: 't', user: 'alice', passwd: 'secret' };
    const url = `mqtt://127.0.0.1:${port}`;
    return {
      plain: { mqtt: { url, qos: 1, ...auth } },
      custom: (payload) => ({ mqttCustom: { url, payload, ...auth } }),
      nobody: { mqtt: { url: `mqtt://127.0.0.1:${await freePort()}`, topic: 't' } },
      bodies,
      async close() {
        await listener.endAsync(true);
        await mosquitto.stop();
      },
    };
  },
  { server: 'mosquitto' },
);
