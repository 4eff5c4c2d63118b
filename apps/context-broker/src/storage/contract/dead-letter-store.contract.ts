import type { DeadLetterStore, Letter } from '../dead-letter-store';

let letters = 0;
const letter = (atMs: number, change: Partial<Letter> = {}): Letter => ({
  id: `${process.pid}-${(letters += 1)}`,
  subscriptionId: 's',
  atMs,
  bytes: 10,
  summary: '{"reason":"failed"}',
  content: '{"body":"ü \\u0000"}',
  ...change,
});
const rowOf = ({ content: _content, ...row }: Letter) => row;

/**
 * What every adapter of {@link DeadLetterStore} promises.
 *
 * @param open  gives the store of a broker, as after a start: what is in it stays
 */
export function deadLetterStoreContract(open: () => Promise<DeadLetterStore>): void {
  describe('DeadLetterStore', () => {
    let store: DeadLetterStore;
    let tenant: string;
    let tenants = 0;
    beforeEach(async () => {
      store = await open();
      tenant = `dead${process.pid}x${(tenants += 1)}`;
    });
    const all = { limit: 100, offset: 0 };

    it('has nothing of a tenant at first', async () => {
      expect(await store.page(tenant, all)).toEqual({ letters: [], count: 0 });
      expect(await store.find(tenant, 'x')).toBeUndefined();
      expect(await store.remove(tenant, ['x'])).toBe(0);
      expect(await store.trim(tenant, { letters: 1, lettersOfTenant: 1, bytesOfTenant: 1 })).toBe(0);
    });

    it('gives what was put in, the newest first, in pages, after a restart too', async () => {
      const [a, b, c] = [letter(1), letter(2), letter(3, { subscriptionId: 'other' })];
      await store.put(tenant, [a, b]);
      await store.put(tenant, [c]);
      const again = await open();
      expect(await again.page(tenant, all)).toEqual({ letters: [c, b, a].map(rowOf), count: 3 });
      expect(await store.page(tenant, { limit: 1, offset: 1 })).toEqual({ letters: [rowOf(b)], count: 3 });
      expect(await store.page(tenant, { limit: 0, offset: 0 })).toEqual({ letters: [], count: 3 });
      expect(await store.page(tenant, { ...all, subscriptionId: 's' })).toEqual({
        letters: [rowOf(b), rowOf(a)],
        count: 2,
      });
      expect(await again.find(tenant, c.id)).toEqual(c);
    });

    it('has one of an id: the last', async () => {
      const first = letter(1);
      const [other, second] = [letter(2), { ...first, atMs: 3, content: '{}', summary: '{}' }];
      await store.put(tenant, [first, other]);
      await store.put(tenant, [second]);
      expect(await store.page(tenant, all)).toEqual({ letters: [second, other].map(rowOf), count: 2 });
      expect(await store.find(tenant, first.id)).toEqual(second);
    });

    it('removes what it is told to, and nothing else', async () => {
      const [a, b] = [letter(1), letter(2)];
      await store.put(tenant, [a, b]);
      expect(await store.remove(tenant, [a.id, 'unknown'])).toBe(1);
      expect(await store.remove(tenant, [])).toBe(0);
      expect(await store.find(tenant, a.id)).toBeUndefined();
      expect(await store.page(tenant, all)).toEqual({ letters: [rowOf(b)], count: 1 });
    });

    it.each([
      ['number of a subscription', { letters: 2, lettersOfTenant: 10, bytesOfTenant: 1_000 }],
      ['number', { letters: 10, lettersOfTenant: 2, bytesOfTenant: 1_000 }],
      ['number of bytes', { letters: 10, lettersOfTenant: 10, bytesOfTenant: 25 }],
    ])('drops the oldest beyond a %s', async (_what, limits) => {
      const [a, b, c, d] = [letter(1), letter(2), letter(3), letter(4)];
      await store.put(tenant, [d, b, a, c]);
      expect(await store.trim(tenant, limits)).toBe(2);
      expect((await store.page(tenant, all)).letters).toEqual([d, c].map(rowOf));
      expect(await store.find(tenant, a.id)).toBeUndefined();
      expect(await store.trim(tenant, limits)).toBe(0);
    });

    it.each([
      ['number of a subscription', { letters: 2, lettersOfTenant: 10, bytesOfTenant: 1_000 }],
      ['number', { letters: 10, lettersOfTenant: 3, bytesOfTenant: 1_000 }],
      ['number of bytes', { letters: 10, lettersOfTenant: 10, bytesOfTenant: 35 }],
    ])('leaves a subscription that has few its own, beyond a %s', async (_what, limits) => {
      const few = letter(1, { subscriptionId: 'few' });
      const [b, c, d, e] = [letter(2), letter(3), letter(4), letter(5)];
      await store.put(tenant, [few, b, c, d, e]);
      expect(await store.trim(tenant, limits)).toBe(2);
      expect((await store.page(tenant, all)).letters).toEqual([e, d, few].map(rowOf));
    });

    it('keeps tenants apart', async () => {
      const one = letter(1);
      await store.put(tenant, [one]);
      expect(await store.find(`${tenant}y`, one.id)).toBeUndefined();
      expect(await store.remove(`${tenant}y`, [one.id])).toBe(0);
      expect((await store.page(tenant, all)).count).toBe(1);
    });

    it('keeps one of a megabyte', async () => {
      const large = letter(1, { content: JSON.stringify('x'.repeat(1_048_576)) });
      await store.put(tenant, [large]);
      expect(await store.find(tenant, large.id)).toEqual(large);
    });
  });
}
