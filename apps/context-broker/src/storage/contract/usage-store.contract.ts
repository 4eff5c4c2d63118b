import type { UsageStore } from '../usage-store';

/**
 * What every adapter of {@link UsageStore} promises.
 *
 * @param open  gives the store of one database, as after a start: what is in it stays
 */
export function usageStoreContract(open: () => Promise<UsageStore>): void {
  let brokers = 0;
  const newBroker = () => `host-${process.pid}-${(brokers += 1)}:1026`;
  const textOf = async (store: UsageStore, broker: string) =>
    (await store.list()).filter((entry) => entry.broker === broker).map(({ json }) => json);

  describe('UsageStore', () => {
    let store: UsageStore;
    beforeAll(async () => {
      store = await open();
    });

    it('gives nothing of a broker that wrote nothing', async () => {
      expect(await textOf(store, newBroker())).toEqual([]);
    });

    it('gives back each text under its broker, after a restart too', async () => {
      const [one, other] = [newBroker(), newBroker()];
      await store.put(one, '{"entries":[{"userAgent":"ü \\u0000 $where"}],"days":[]}');
      await store.put(other, '{}');
      const again = await open();
      expect(await textOf(again, one)).toEqual(['{"entries":[{"userAgent":"ü \\u0000 $where"}],"days":[]}']);
      expect(await textOf(again, other)).toEqual(['{}']);
    });

    it('keeps one text for a broker, the last one', async () => {
      const [broker, other] = [newBroker(), newBroker()];
      await store.put(other, '{"n":0}');
      for (let n = 1; n <= 3; n += 1) await store.put(broker, `{"n":${n}}`);
      expect(await textOf(store, broker)).toEqual(['{"n":3}']);
      expect(await textOf(store, other)).toEqual(['{"n":0}']);
    });

    it('takes the text of a broker that many used', async () => {
      const broker = newBroker();
      const json = JSON.stringify({ entries: ['x'.repeat(2_000_000)], days: [] });
      await store.put(broker, json);
      expect(await textOf(store, broker)).toEqual([json]);
    });
  });
}
