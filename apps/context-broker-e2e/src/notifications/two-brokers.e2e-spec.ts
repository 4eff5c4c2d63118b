import { eventually, startService, type ServiceProcess } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { startBroker } from '../support/each-store';
import { Receiver } from '../support/receiver';
import { notificationOf, subscribe, update } from '../support/subscriber';

const mongoUri = process.env['MONGODB_URI'];

/** Two brokers that read each other's subscriptions every second, and a receiver. */
async function startBoth() {
  const receiver = await Receiver.start();
  const store = { name: 'mongodb', dbUri: () => mongoUri! } as const;
  const first = await startBroker(store, ['-subCacheIval', '1']);
  const args = first.service.process.spawnargs
    .slice(2)
    .map((arg) => (arg.endsWith('/pid') ? `${arg}2` : arg));
  const second: ServiceProcess = await startService('context-broker', { args });
  const stop = async () => {
    await second.stop();
    await first.stop();
    await receiver.close();
  };
  return { receiver, first, second, stop };
}

(mongoUri ? describe : describe.skip)('two brokers on one MongoDB', () => {
  it('hold to a throttling once they have read that the other one notified', async () => {
    const { receiver, first, second, stop } = await startBoth();
    try {
      const here = first.client();
      const there = new BrokerClient(second.url, here.tenant);
      const id = await subscribe(here, receiver.url, {}, { throttling: 3600 });
      await update(here, 1);
      await receiver.waitFor(1);
      // Two more readings of the database by each: the first broker writes, the second reads.
      const refreshes = async (client: BrokerClient) =>
        ((await client.get('/cache/statistics')).json() as { refresh: number }).refresh;
      for (const client of [here, there]) {
        const before = await refreshes(client);
        await eventually(async () => (await refreshes(client)) >= before + 2);
      }
      const fence = await Receiver.start();
      await subscribe(there, fence.url);
      await update(there, 2);
      await fence.waitFor(1);
      await fence.close();
      expect((await notificationOf(there, id))['timesSent']).toBe(1);
      expect(receiver.requests).toHaveLength(1);
    } finally {
      await stop();
    }
  });

  it("see each other's subscriptions within the interval, and add their counters up", async () => {
    const { receiver, first, second, stop } = await startBoth();
    try {
      const here = first.client();
      const there = new BrokerClient(second.url, here.tenant);
      const id = await subscribe(here, receiver.url);
      await eventually(async () => {
        await update(there, Math.random());
        return receiver.requests.length > 0;
      });
      for (let count = 1; count <= 5; count++) {
        await update(here, count);
        await update(there, -count);
      }
      await receiver.waitFor(11);
      const total = async (client: BrokerClient) => (await notificationOf(client, id))['timesSent'];
      await eventually(
        async () =>
          (await total(here)) === receiver.requests.length &&
          (await total(there)) === receiver.requests.length,
      );
      await there.patch(`/v2/subscriptions/${id}`, { status: 'inactive' });
      await eventually(async () => {
        const count = receiver.requests.length;
        await update(here, Math.random());
        await new Promise((resolve) => setTimeout(resolve, 100));
        return receiver.requests.length === count;
      });
      expect((await there.delete(`/v2/subscriptions/${id}`)).status).toBe(204);
      expect((await here.get(`/v2/subscriptions/${id}`)).status).toBe(404);
    } finally {
      await stop();
    }
  });
});
