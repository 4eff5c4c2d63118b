import { BrokerClient } from '../support/broker-client';
import { startBroker } from '../support/each-store';
import { Receiver } from '../support/receiver';
import { notificationOf, subscribe, update } from '../support/subscriber';

const SUBSCRIPTIONS = 15;
const PATTERNS = 90;
const UPDATES = 10;

/** Conditions that are all true of {@link LONG}, and found out at its end. */
const q = (of: number) => Array.from({ length: PATTERNS }, (_, at) => `text~=[ab]*c${of}x${at}|z$`).join(';');
const LONG = `${'ab'.repeat(10_000)}z`;

describe('a tenant whose conditions cost much', () => {
  it('does not delay the notification of another until its own are through', async () => {
    const broker = await startBroker(undefined, ['-notifHold', '0']);
    const [bad, good] = [await Receiver.start(), await Receiver.start()];
    try {
      const hostile = new BrokerClient(broker.url, 'hostile');
      const other = new BrokerClient(broker.url, 'other');
      await subscribe(other, good.url);
      const ids: string[] = [];
      for (let at = 0; at < SUBSCRIPTIONS; at += 1)
        ids.push(
          await subscribe(
            hostile,
            bad.url,
            { attrs: ['n'] },
            {
              subject: {
                entities: [{ idPattern: '.*', type: 'T' }],
                condition: { expression: { q: q(at) } },
              },
            },
          ),
        );
      const entities = Array.from({ length: UPDATES }, (_, n) => ({ id: 'E', type: 'T', text: LONG, n }));
      const updated = await hostile.post('/v2/op/update?options=keyValues', {
        actionType: 'append',
        entities,
      });
      expect(updated.status).toBe(204);
      await update(other, 1);
      await good.waitFor(1);
      expect(bad.requests.length).toBeLessThan((SUBSCRIPTIONS * UPDATES) / 2);
      // Those of the hostile one come as well, in their order.
      await bad.waitFor(SUBSCRIPTIONS * UPDATES);
      expect(await notificationOf(hostile, ids[0]!)).toMatchObject({ timesSent: UPDATES });
    } finally {
      await broker.service.stop('SIGKILL');
      await broker.stop();
      await bad.close();
      await good.close();
    }
  });
});
