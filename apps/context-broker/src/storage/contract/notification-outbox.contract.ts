import type { NotificationOutbox, OutboxEntry } from '../notification-outbox';

/**
 * What every adapter of {@link NotificationOutbox} promises.
 *
 * @param open  gives the outbox of the one broker that uses the database, as after a start: what is in it stays
 */
export function notificationOutboxContract(open: () => Promise<NotificationOutbox>): void {
  let entries = 0;
  const entry = (json = '{}'): OutboxEntry => ({
    id: `${process.pid}-${(entries += 1)}`,
    tenant: '',
    json,
  });

  describe('NotificationOutbox', () => {
    let outbox: NotificationOutbox;
    beforeEach(async () => {
      outbox = await open();
    });
    afterEach(async () => {
      await outbox.remove(await outbox.list());
    });

    it('has nothing at first', async () => {
      expect(await outbox.list()).toEqual([]);
    });

    it('gives what was added, the oldest first, after a restart too', async () => {
      const [a, b, c] = [entry('{"a":1}'), entry('{"b":"ü \\u0000"}'), entry('[]')];
      await outbox.add([a, b]);
      await outbox.add([c]);
      expect(await outbox.list()).toEqual([a, b, c]);
      expect(await (await open()).list()).toEqual([a, b, c]);
    });

    it('keeps the order of many that come in one turn', async () => {
      const all = Array.from({ length: 50 }, () => entry());
      await Promise.all([outbox.add(all.slice(0, 20)), outbox.add(all.slice(20))]);
      expect(await outbox.list()).toEqual(all);
    });

    it('forgets what is settled, and nothing else', async () => {
      const [a, b, c] = [entry(), entry(), entry()];
      await outbox.add([a, b, c]);
      await outbox.remove([a, c]);
      expect(await outbox.list()).toEqual([b]);
    });

    it('does not mind what it does not have', async () => {
      const one = entry();
      await outbox.add([one]);
      await outbox.remove([{ id: 'unknown', tenant: '' }, one]);
      await outbox.remove([one]);
      await outbox.remove([]);
      expect(await outbox.list()).toEqual([]);
    });

    it('keeps a notification of a megabyte', async () => {
      const large = entry(JSON.stringify('x'.repeat(1_048_576)));
      await outbox.add([large]);
      expect(await outbox.list()).toEqual([large]);
    });
  });
}
