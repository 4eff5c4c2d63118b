import { eventually } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { startBroker } from '../support/each-store';
import { logged } from '../support/logged';
import { answer, Receiver } from '../support/receiver';
import { subscribe, update, value } from '../support/subscriber';

type Running = Awaited<ReturnType<typeof startBroker>>;

/** Runs a test with a broker and a receiver of its own. The receiver never answers unless told to. */
async function withBroker(
  args: readonly string[],
  test: (broker: Running, receiver: Receiver) => Promise<void>,
): Promise<void> {
  const receiver = await Receiver.start(() => undefined);
  const broker = await startBroker(undefined, ['-httpTimeout', '60000', ...args]);
  try {
    await test(broker, receiver);
  } finally {
    await broker.service.stop('SIGKILL');
    await broker.stop();
    await receiver.close();
  }
}

const queueOf = async (client: BrokerClient) =>
  ((await client.get('/statistics')).json() as { notifQueue: Record<string, number> }).notifQueue;

describe('queues', () => {
  it('drop what finds them full, and say so', async () => {
    const receiver = await Receiver.start(() => undefined);
    const broker = await startBroker(undefined, [
      '-notificationMode',
      'threadpool:2:1',
      '-statNotifQueue',
      '-httpTimeout',
      '60000',
    ]);
    try {
      const client = broker.client();
      await subscribe(client, receiver.url);
      for (let count = 1; count <= 5; count++) await update(client, count);
      await logged(broker.service, `Runtime Error (${client.tenant} notification queue is full)`);
      await eventually(async () => (await queueOf(client))['in'] === 5);
      expect(await queueOf(client)).toMatchObject({ in: 5, out: 1, reject: 2, size: 2 });
      expect((await client.get('/metrics')).body).toMatch(
        /broker_notifications_dropped_total\{service="\w+",subscription="\w+"\} 2/,
      );
    } finally {
      await broker.service.stop('SIGKILL');
      await broker.stop();
      await receiver.close();
    }
  });

  it('are not needed to simulate', async () => {
    const receiver = await Receiver.start();
    const broker = await startBroker(undefined, ['-simulatedNotification']);
    try {
      const client = broker.client();
      await subscribe(client, receiver.url);
      await update(client, 1);
      await update(client, 2);
      const simulated = async () =>
        ((await client.get('/statistics')).json() as Record<string, unknown>)['simulatedNotifications'];
      await eventually(async () => (await simulated()) === 2);
      expect(receiver.requests).toHaveLength(0);
    } finally {
      await broker.stop();
      await receiver.close();
    }
  });

  it('deliver in mode persistent, and are bounded for each target in the other modes too', async () => {
    await withBroker(
      ['-notificationMode', 'persistent', '-notifQueueSize', '2', '-notifHold', '0'],
      async (broker, receiver) => {
        const client = broker.client();
        const good = await Receiver.start();
        const id = await subscribe(client, receiver.url);
        await subscribe(client, good.url);
        for (let count = 1; count <= 5; count++) await update(client, count);
        expect((await good.take(5)).map(({ body }) => value(body))).toEqual([1, 2, 3, 4, 5]);
        await logged(broker.service, `Runtime Error (${client.tenant} notification queue is full)`);
        const metrics = (await client.get('/metrics')).body.split('\n');
        const target = `http://127.0.0.1:${receiver.port}`;
        expect(metrics).toContain(
          `broker_notifications_dropped_total{service="${client.tenant}",subscription="${id}"} 2`,
        );
        expect(metrics).toContain(`broker_notification_queue_size{queue="${target}"} 2`);
        // Failure fields are not touched by what is dropped.
        const { notification } = (await client.get(`/v2/subscriptions/${id}`)).json() as {
          notification: object;
        };
        expect(notification).not.toHaveProperty('failsCounter');
        await good.close();
      },
    );
  });

  it('deliver in mode threadpool, those of a service that has its own apart from the others', async () => {
    await withBroker(
      ['-notificationMode', 'threadpool:1:1,own:10:2', '-statNotifQueue'],
      async (broker, receiver) => {
        const client = broker.client();
        const own = new BrokerClient(broker.url, 'own');
        const good = await Receiver.start();
        await subscribe(client, receiver.url);
        await subscribe(own, good.url);
        for (let count = 1; count <= 3; count++) await update(client, count);
        for (let count = 1; count <= 5; count++) await update(own, count);
        expect((await good.take(5)).map(({ body }) => value(body))).toEqual([1, 2, 3, 4, 5]);
        await eventually(async () => (await queueOf(client))['sentOk'] === 5);
        expect(await queueOf(client)).toMatchObject({ in: 8, out: 6, reject: 1, sentOk: 5, size: 1 });
        await good.close();
      },
    );
  });

  it('hold an answer back under flow control until they have come down', async () => {
    const flow = ['-notificationMode', 'threadpool:10:1', '-notifFlowControl', '1:5:60000'];
    await withBroker(flow, async (broker, receiver) => {
      const client = broker.client();
      await subscribe(client, receiver.url);
      await update(client, 1);
      await receiver.waitFor(1);
      let isAnswered = false;
      const held = client
        .post('/v2/op/update?options=keyValues,flowControl', {
          actionType: 'append',
          entities: [2, 3].map((A) => ({ id: 'E', type: 'T', A })),
        })
        .then(({ status }) => {
          isAnswered = true;
          return status;
        });
      await update(client, 4);
      expect(isAnswered).toBe(false);
      receiver.behaviour = () => answer('200 OK');
      receiver.answerAll('200 OK');
      expect(await held).toBe(204);
      expect((await receiver.waitFor(4)).map(({ body }) => value(body))).toEqual([1, 2, 3, 4]);
    });
  });

  it('deliver in mode transient, and are counted by service and subscription, with latencies', async () => {
    await withBroker(['-notificationMode', 'transient', '-statCounters'], async (broker, receiver) => {
      receiver.behaviour = () => answer('200 OK');
      const client = broker.client();
      const id = await subscribe(client, receiver.url);
      const failing = await subscribe(client, 'http://127.0.0.1:1/');
      for (let count = 1; count <= 5; count++) await update(client, count);
      expect((await receiver.take(5)).map(({ body }) => value(body))).toEqual([1, 2, 3, 4, 5]);
      const label = (subscription: string) => `{service="${client.tenant}",subscription="${subscription}"}`;
      const wanted = [
        `broker_notifications_failed_total${label(failing)} 5`,
        `broker_notifications_sent_total${label(id)} 5`,
      ];
      const lines = await eventually(async () => {
        const found = (await client.get('/metrics')).body.split('\n');
        return wanted.every((line) => found.includes(line)) && found;
      });
      expect(lines).toContain('broker_notification_latency_seconds_count 5');
      expect(lines).toContain('# TYPE broker_notification_latency_seconds histogram');
      const { counters } = (await client.get('/statistics')).json() as {
        counters: Record<string, unknown>;
      };
      expect(counters['notificationsSent']).toBe(5);
    });
  });
});
