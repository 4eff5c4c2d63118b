import { eventually } from '@smart-city/testing';
import type { BrokerClient } from '../support/broker-client';
import { sharedBroker, startBroker, type RunningBroker } from '../support/each-store';
import { Receiver } from '../support/receiver';
import { notificationOf, update } from '../support/subscriber';

const subscribeTo = async (client: BrokerClient, notification: object): Promise<string> => {
  const created = await client.post('/v2/subscriptions', {
    subject: { entities: [{ idPattern: '.*' }] },
    notification,
  });
  if (created.status !== 201) throw new Error(`${JSON.stringify(notification)}: ${created.body}`);
  return created.header('Location')!.split('/').at(-1)!;
};

describe('receivers that may not be called', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    broker = await startBroker(undefined, ['-receiverDeny', 'loopback,linkLocal']);
  });
  afterAll(async () => {
    await broker?.stop();
    await receiver?.close();
  });

  it('are not, however their address is written; the subscription says why', async () => {
    const client = broker.client();
    const hosts = ['127.0.0.1', 'localhost', '0x7f000001', '2130706433', '0.0.0.0'];
    const ids = new Map<string, string>();
    for (const host of hosts)
      ids.set(host, await subscribeTo(client, { http: { url: `http://${host}:${receiver.port}` } }));
    await update(client, 1);
    for (const [host, id] of ids)
      await eventually(async () => {
        const found = await notificationOf(client, id);
        return /^calls to \S+ are not allowed$/.test(String(found['lastFailureReason'])) && [host, found];
      });
    expect(receiver.requests).toEqual([]);
  });

  it('neither by MQTT and Kafka', async () => {
    const client = broker.client();
    const at = `127.0.0.1:${receiver.port}`;
    for (const id of [
      await subscribeTo(client, { mqtt: { url: `mqtt://${at}`, topic: 't' } }),
      await subscribeTo(client, { kafka: { url: `kafka://${at}`, topic: 't' } }),
    ]) {
      await update(client, 1);
      await eventually(async () => Number((await notificationOf(client, id))['failsCounter']) > 0);
    }
    expect(receiver.connections).toBe(0);
  });

  it('nor are providers', async () => {
    const client = broker.client();
    const provider = { http: { url: `http://localhost:${receiver.port}` } };
    const dataProvided = { entities: [{ id: 'far', type: 'T' }], attrs: ['A'] };
    expect((await client.post('/v2/registrations', { dataProvided, provider })).status).toBe(201);
    expect((await client.get('/v2/entities/far?type=T')).status).toBe(404);
    expect(receiver.connections).toBe(0);
  });
});

describe('unless asked for', () => {
  let broker: RunningBroker;
  beforeAll(async () => {
    broker = await sharedBroker();
  });

  it('link-local addresses are not called: clouds tell their secrets there', async () => {
    const client = broker.client();
    const id = await subscribeTo(client, { http: { url: 'http://169.254.169.254/latest/meta-data' } });
    await update(client, 1);
    await eventually(
      async () =>
        (await notificationOf(client, id))['lastFailureReason'] ===
        'calls to 169.254.169.254 are not allowed',
    );
  });

  it('redirects to another host are not followed', async () => {
    const elsewhere = await Receiver.start();
    const answer = `HTTP/1.1 307 Temporary Redirect\r\nLocation: http://localhost:${elsewhere.port}/\r\nContent-Length: 0\r\n\r\n`;
    const receiver = await Receiver.start(() => answer);
    try {
      const client = broker.client();
      const id = await subscribeTo(client, { http: { url: receiver.url } });
      await update(client, 1);
      await eventually(async () => (await notificationOf(client, id))['lastSuccessCode'] === 307);
      expect(elsewhere.requests).toEqual([]);
    } finally {
      await receiver.close();
      await elsewhere.close();
    }
  });
});
