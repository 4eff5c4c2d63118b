import type { NotificationOutbox, OutboxEntry } from '../notification-outbox';

/**
 * What every adapter of {@link NotificationOutbox} promises.
 *
 * @param open  gives the outbox of the one broker that uses the database, as after a start: what is in it stays
 */
export function notificationOutboxContract(open: () => Promise<NotificationOutbox>): void {
  let entries = 0;
  const subscriptionId = 's1';
  const lane = { tenant: '', subscriptionId };
  /** Ids grow as text. */
  const entry = (json = '{}', change: Partial<OutboxEntry> = {}): OutboxEntry => ({
    id: `${process.pid}-${String((entries += 1)).padStart(6, '0')}`,
    tenant: '',
    subscriptionId,
    json,
    ...change,
  });
  const all = { after: '', most: 1_000, size: 100_000_000 };

  describe('NotificationOutbox', () => {
    let outbox: NotificationOutbox;
    beforeEach(async () => {
      outbox = await open();
    });
    afterEach(async () => {
      await outbox.remove(await outbox.list());
      for (const left of await outbox.lanes()) await outbox.remove(await outbox.read(left, all));
    });

    it('has nothing at first', async () => {
      expect([await outbox.list(), await outbox.lanes(), await outbox.read(lane, all)]).toEqual([[], [], []]);
    });

    it('gives what was added, the oldest first, after a restart too', async () => {
      const [a, b, c] = [entry('{"a":1}'), entry('{"b":"ü \\u0000"}'), entry('[]')];
      await outbox.add([a, b]);
      await outbox.add([c]);
      expect(await outbox.read(lane, all)).toEqual([a, b, c]);
      expect(await (await open()).read(lane, all)).toEqual([a, b, c]);
    });

    it('keeps the order of many that come in one turn', async () => {
      const many = Array.from({ length: 50 }, () => entry());
      await Promise.all([outbox.add(many.slice(0, 20)), outbox.add(many.slice(20))]);
      expect(await outbox.read(lane, all)).toEqual(many);
    });

    it('forgets what is settled, and nothing else', async () => {
      const [a, b, c] = [entry(), entry(), entry()];
      await outbox.add([a, b, c]);
      await outbox.remove([a, c]);
      expect(await outbox.read(lane, all)).toEqual([b]);
    });

    it('does not mind what it does not have', async () => {
      const one = entry();
      await outbox.add([one]);
      await outbox.remove([{ ...lane, id: 'unknown' }, one]);
      await outbox.remove([one]);
      await outbox.remove([]);
      expect(await outbox.read(lane, all)).toEqual([]);
    });

    it('keeps subscriptions apart, in the order of ids, in pages', async () => {
      const other = { ...lane, subscriptionId: 's2' };
      const [a, b, c, d] = [entry('"a"'), entry('"b"', other), entry('"c"'), entry('"d"')];
      await outbox.add([d, b]);
      await outbox.add([c, a]);
      const lanes = await outbox.lanes();
      expect([...lanes].sort((x, y) => x.subscriptionId.localeCompare(y.subscriptionId))).toEqual([
        lane,
        other,
      ]);
      expect(await outbox.read(other, all)).toEqual([b]);
      expect(await outbox.read(lane, { ...all, most: 2 })).toEqual([a, c]);
      expect(await outbox.read(lane, { ...all, after: a.id })).toEqual([c, d]);
      expect(await outbox.read(lane, { ...all, after: d.id })).toEqual([]);
      // Of the second no more is read than its first characters need.
      expect(await outbox.read(lane, { ...all, size: 4 })).toEqual([a, c]);
      expect(await outbox.read(lane, { ...all, size: 1 })).toEqual([a]);
    });

    it('lists what older versions kept apart, the oldest first', async () => {
      const { subscriptionId: _one, ...old } = entry();
      const { subscriptionId: _two, ...older } = entry();
      await outbox.add([older, old]);
      expect([await outbox.list(), await outbox.lanes()]).toEqual([[older, old], []]);
      await outbox.remove([older]);
      expect(await outbox.list()).toEqual([old]);
    });

    it('keeps a notification of a megabyte', async () => {
      const large = entry(JSON.stringify('x'.repeat(1_048_576)));
      await outbox.add([large]);
      expect(await outbox.read(lane, all)).toEqual([large]);
    });
  });
}
