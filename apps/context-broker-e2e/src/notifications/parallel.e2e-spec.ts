import { startBroker } from '../support/each-store';
import { answer, Receiver } from '../support/receiver';
import { subscribe } from '../support/subscriber';

interface Notified {
  readonly id: string;
  readonly A: number;
}

describe('notifications of one subscription', () => {
  it('go out beside each other, those of one entity one after the other, in order', async () => {
    const underWay = new Set<string>();
    const faults: string[] = [];
    let most = 0;
    const receiver = await Receiver.start((request, socket) => {
      const { id } = request.json() as Notified;
      if (underWay.has(id)) faults.push(`two at once of ${id}`);
      underWay.add(id);
      most = Math.max(most, underWay.size);
      setTimeout(() => {
        underWay.delete(id);
        socket.write(answer('200 OK'));
      }, 20);
      return undefined;
    });
    const broker = await startBroker(undefined, ['-notifParallel', '10']);
    try {
      const client = broker.client();
      await subscribe(client, receiver.url);
      const entities = Array.from({ length: 30 }, (_, at) => `E${at}`);
      for (let A = 1; A <= 4; A++)
        await client.post('/v2/op/update?options=keyValues', {
          actionType: 'append',
          entities: entities.map((id) => ({ id, type: 'T', A })),
        });
      const seen = (await receiver.waitFor(120)).map(({ body }) => JSON.parse(body) as Notified);
      for (const entity of entities)
        expect(seen.filter(({ id }) => id === entity).map(({ A }) => A)).toEqual([1, 2, 3, 4]);
      expect({ faults, most }).toEqual({ faults: [], most: 10 });
    } finally {
      await broker.stop();
      await receiver.close();
    }
  });
});

describe('updates that come faster than a receiver takes', () => {
  it('wait for it, and nothing is lost; those of another tenant do not', async () => {
    let isHanging = true;
    const asked: (() => void)[] = [];
    const receiver = await Receiver.start((_request, socket) => {
      if (!isHanging) return answer('200 OK');
      asked.push(() => socket.write(answer('200 OK')));
      return undefined;
    });
    const broker = await startBroker(undefined, ['-notifQueueSize', '10', '-notifHold', '60000']);
    try {
      const [client, other] = [broker.client(), broker.client()];
      await subscribe(client, receiver.url);
      await subscribe(other, receiver.url);
      const update = (by: typeof client, A: number) =>
        by.post('/v2/op/update?options=keyValues', {
          actionType: 'append',
          entities: [{ id: 'E', type: 'T', A }],
        });
      for (let A = 1; A <= 7; A++) await update(client, A);
      let answered = 0;
      const late = Promise.all(
        [8, 9, 10].map((A) => update(client, A).then(({ status }) => ((answered += 1), status))),
      );
      expect((await update(other, 1)).status).toBe(204);
      await receiver.waitFor(2);
      expect(answered).toBe(0);
      isHanging = false;
      for (const go of asked) go();
      expect(await late).toEqual([204, 204, 204]);
      const values = (await receiver.waitFor(11)).map(({ body }) => (JSON.parse(body) as Notified).A);
      expect(values.sort((a, b) => a - b)).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect((await client.get('/metrics')).body).not.toContain('notifications_dropped_total{');
    } finally {
      await broker.stop();
      await receiver.close();
    }
  });

  it('wait for a receiver that hangs no longer than is said, in all', async () => {
    const receiver = await Receiver.start(() => undefined);
    const broker = await startBroker(undefined, [
      '-notifQueueSize',
      '4',
      '-notifHold',
      '3000',
      '-httpTimeout',
      '60000',
    ]);
    try {
      const client = broker.client();
      await subscribe(client, receiver.url);
      for (let A = 1; A <= 50; A++)
        await client.post('/v2/op/update?options=keyValues', {
          actionType: 'append',
          entities: [{ id: 'E', type: 'T', A }],
        });
      expect((await client.get('/metrics')).body).toMatch(/notifications_dropped_total\{.*\} 4\d/);
    } finally {
      await broker.service.stop('SIGKILL');
      await broker.stop();
      await receiver.close();
    }
    // If each update waited, they would take longer than the test may.
  }, 60_000);
});
