import { describeEachStore } from '../support/each-store';
import { Receiver } from '../support/receiver';
import { notificationOf, subscribe, update, value } from '../support/subscriber';

const SUBSCRIPTIONS = 60;

describeEachStore('notifications of an update that was answered', (broker) => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.close());

  const subscribeMany = async (client: ReturnType<ReturnType<typeof broker>['client']>) => {
    const ids: string[] = [];
    for (let n = 0; n < SUBSCRIPTIONS; n++) ids.push(await subscribe(client, `${receiver.url}/${n}`));
    return ids;
  };

  it('go to the subscriptions of its time, whatever is done to them next', async () => {
    const client = broker().client();
    const ids = await subscribeMany(client);
    const last = ids.at(-1)!;
    await update(client, 1);
    await client.delete(`/v2/subscriptions/${last}`);
    await update(client, 2);
    await client.patch(`/v2/subscriptions/${ids[0]}`, { status: 'inactive' });
    await update(client, 3);
    await subscribe(client, `${receiver.url}/new`);
    const requests = await receiver.waitFor(SUBSCRIPTIONS * 3 - 3);
    const valuesOf = (path: string) =>
      requests.filter(({ line }) => line.startsWith(`POST /${path} `)).map(({ body }) => value(body));
    expect(valuesOf('0')).toEqual([1, 2]);
    expect(valuesOf('1')).toEqual([1, 2, 3]);
    expect(valuesOf(String(SUBSCRIPTIONS - 1))).toEqual([1]);
    expect(valuesOf('new')).toEqual([]);
  });

  it('are counted for whoever looks next', async () => {
    const client = broker().client();
    const ids = await subscribeMany(client);
    await update(client, 1);
    expect(await notificationOf(client, ids.at(-1)!)).toMatchObject({ timesSent: 1 });
    await update(client, 2);
    const listed = (await client.get('/v2/subscriptions?limit=100')).json() as {
      notification: { timesSent: number };
    }[];
    expect(listed.map(({ notification }) => notification.timesSent)).toEqual(ids.map(() => 2));
  });

  it('are not lost when more changes come than may wait', async () => {
    const client = broker().client();
    await subscribe(client, receiver.url);
    const many = Array.from({ length: 700 }, (_, n) => ({ id: `E${n}`, type: 'T', A: n }));
    const writes = [0, 1, 2].map(() =>
      client.post('/v2/op/update?options=keyValues,forcedUpdate', { actionType: 'append', entities: many }),
    );
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([204, 204, 204]);
    const arrived = (await receiver.waitFor(2_100)).map(({ body }) => value(body));
    expect(arrived.sort((a, b) => a - b)).toEqual(many.flatMap(({ A }) => [A, A, A]));
  });
});
