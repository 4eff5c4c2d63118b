import { eventually } from '@smart-city/testing';
import { sharedBroker, type RunningBroker } from '../support/each-store';
import { notificationOf, update } from '../support/subscriber';

describe('a broker that notifies itself', () => {
  let broker: RunningBroker;
  beforeAll(async () => {
    broker = await sharedBroker();
  });

  it('stops, says so, and goes on with the next update', async () => {
    const client = broker.client();
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) {
      const created = await client.post('/v2/subscriptions', {
        subject: { entities: [{ idPattern: '.*' }], condition: { alterationTypes: ['entityUpdate'] } },
        notification: { http: { url: `${broker.url}/v2/op/notify` } },
      });
      ids.push(created.header('Location')!.split('/').at(-1)!);
    }
    const settled = async (most: number) => {
      await eventually(() =>
        broker.service.output().includes('Notification loop detected for entity id <E>'),
      );
      // As many as ten turns and the first one; with two subscriptions each, and no more than that ever.
      await eventually(async () => (await notificationOf(client, ids[0]!))['timesSent'] === most);
    };
    await client.post('/v2/entities', { id: 'E', type: 'T' });
    await update(client, 1);
    await settled(11);
    await update(client, 2);
    await settled(22);
  });
});
