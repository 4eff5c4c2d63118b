import { join } from 'node:path';
import { parseNewSubscription, type MqttChannel } from '@smart-city/ngsiv2';
import { toJsonValue } from '@smart-city/ngsi-testing';
import { describeWithServer, freePort, startTestServer } from '@smart-city/testing';
import { connectAsync } from 'mqtt';
import { channelContract, channelTools, compositionOf } from '../channel.contract';

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

describeWithServer('mosquitto', 'MQTT over TLS', () => {
  let mosquitto: Awaited<ReturnType<typeof startTestServer<'mosquitto'>>>;
  beforeAll(async () => {
    mosquitto = await startTestServer('mosquitto', { tls: true });
  });
  afterAll(() => mosquitto?.stop());

  const file = (name: string) => join(mosquitto.folder, name);
  const trusting = () => ['-mqttCa', file('ca.pem')];
  const known = () => ['-mqttCert', file('client.pem'), '-mqttKey', file('client.key')];
  const sent = async (args: readonly string[], scheme = 'mqtts') => {
    const { channel, outgoing } = openWith(args, {
      url: `${scheme}://127.0.0.1:${mosquitto.port}`,
      topic: 't',
      qos: 1,
      user: 'alice',
      passwd: 'secret',
    });
    const result = await channel.send(outgoing);
    await channel.close();
    return [channel.targetOf(outgoing).split(':')[0], result.kind];
  };

  it('reaches a broker that wants a certificate, with that of the operator', async () => {
    expect(await sent([...trusting(), ...known()])).toEqual(['mqtts', 'answered']);
  });

  it('does not without it, with a broker that nobody vouches for, or in the open', async () => {
    expect(await sent(trusting())).toEqual(['mqtts', 'failed']);
    expect(await sent(known())).toEqual(['mqtts', 'failed']);
    expect(await sent([...trusting(), ...known()], 'mqtt')).toEqual(['mqtt', 'failed']);
  });

  it('says which file cannot be read', () => {
    expect(() => openWith(['-mqttCa', '/nowhere'], { url: 'mqtts://h', topic: 't' })).toThrow(
      '-mqttCa: ENOENT',
    );
  });
});

/** A channel of a broker with these flags, and a notification for it. */
function openWith(args: readonly string[], mqtt: object) {
  const tools = channelTools(['-mqttTimeout', '3000', ...args]);
  const channel = new MqttChannelSender(tools);
  const { channel: parsed } = parseNewSubscription(
    toJsonValue({ subject: { entities: [{ id: 'E' }] }, notification: { mqtt } }),
    '/#',
  ).notification;
  const outgoing = channel.compile(parsed as MqttChannel, false)(compositionOf('{}'));
  return { channel, outgoing };
}
