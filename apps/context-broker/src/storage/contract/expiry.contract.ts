import { eventually } from '@smart-city/testing';
import type { EntityChange } from '@smart-city/context';
import { attribute, change, queryOf, Workspace, type ContractContext } from './contract-kit';
import { becomes, draft, instance, property } from './ngsi-ld-sample';

const SOON_MS = 120;
// Sections that these tests show:
// docs/behaviour/ngsi-ld-and-ngsiv2.md#what-ends

/** Time enough for a write to come first. */
const LATER_MS = 2_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const dateExpires = (ms: number) => attribute('dateExpires', (Date.now() + ms) / 1000, 'DateTime');

/** Removes entities, attributes and instances that are over, whichever protocol gave them an end. */
export function expiryContract({ store, check }: ContractContext): void {
  const until = async (ms: number) => eventually(() => Promise.resolve(Date.now() > ms));

  check('an entity that is over is seen by nobody, and its id is free', async () => {
    const work = new Workspace(store());
    await store().rewrite(work.tenant, [
      becomes(draft('ld', { a: property(1) }, { expiresAt: inMs(SOON_MS) })),
      becomes(draft('stays', { a: property(1) }, { expiresAt: inMs(3_600_000) })),
    ]);
    await work.update(change('create', { id: 'v2', type: 'T' }, [dateExpires(SOON_MS)]));
    await until(Date.now() + SOON_MS);
    expect(await store().find(work.everywhere, { id: 'ld' })).toEqual([]);
    expect(await work.ids({})).toEqual(['stays']);
    expect(await store().findKeys(work.everywhere, queryOf({ count: true }))).toMatchObject({ count: 1 });
    expect((await store().getType(work.everywhere, 'T', false))?.count).toBe(1);
    expect((await work.update(change('create', { id: 'v2', type: 'T' }))).kind).toBe('done');
    const seen: unknown[] = [];
    await store().rewrite(work.tenant, [
      { id: 'ld', rewrite: (before) => (seen.push(before), { kind: 'leave' }) },
    ]);
    expect(seen).toEqual([undefined]);
  });

  check('what was over before it was written is never seen', async () => {
    const work = new Workspace(store());
    await work.update(change('create', { id: 'v2', type: 'T' }, [dateExpires(-1_000)]));
    expect(await work.get('v2')).toBeUndefined();
  });

  check('an attribute or instance that is over is gone, and what is beside it stays', async () => {
    const work = new Workspace(store());
    const over = { expiresAt: inMs(SOON_MS) };
    const other = instance('Property', 2, { datasetId: 'urn:d:1' });
    await store().rewrite(work.tenant, [
      becomes(
        draft('E', {
          stays: property(1),
          over: property(1, over),
          first: { ...property(1, over), instances: [other] },
          other: { ...property(1), instances: [{ ...other, ...over }] },
        }),
      ),
    ]);
    await until(Date.now() + SOON_MS);
    const entity = await work.get('E');
    expect(Object.fromEntries(entity!.attrs)).toEqual({
      stays: property(1),
      first: other,
      other: property(1),
    });
    const { entities } = await store().query(work.everywhere, queryOf({}));
    expect(entities).toEqual([entity]);
  });

  check('an end that is moved or taken away does not come', async () => {
    const work = new Workspace(store());
    await store().rewrite(work.tenant, [
      becomes(draft('moved', { a: property(1) }, { expiresAt: inMs(LATER_MS) })),
      becomes(
        draft('taken', { a: property(1, { expiresAt: inMs(LATER_MS) }) }, { expiresAt: inMs(LATER_MS) }),
      ),
    ]);
    await work.update(change('update', { id: 'moved', type: 'T' }, [dateExpires(3_600_000)]));
    await store().rewrite(work.tenant, [becomes(draft('taken', { a: property(1) }))]);
    await until(Date.now() + LATER_MS);
    expect((await work.ids({})).sort()).toEqual(['moved', 'taken']);
    expect(await work.value('taken', 'a')).toBe(1);
  });

  check('is told to the one who listens, whether somebody asks or not', async () => {
    const work = new Workspace(store());
    const told: EntityChange[] = [];
    store().watchExpiry({
      accompanying: () => undefined,
      expired: (tenant, changes) => void (tenant === work.tenant && told.push(...changes)),
    });
    await store().rewrite(work.tenant, [
      becomes(draft('E', { a: property(1) }, { expiresAt: inMs(SOON_MS) })),
      becomes(draft('F', { a: property(1, { expiresAt: inMs(SOON_MS) }), b: property(2) })),
    ]);
    await eventually(() => Promise.resolve(told.length === 2));
    const [entity, attributes] = ['E', 'F'].map((id) => told.find(({ before }) => before?.id === id));
    expect(entity).toMatchObject({
      isExpiry: true,
      after: undefined,
      changed: new Set(['a', 'dateExpires']),
    });
    expect(attributes).toMatchObject({ isExpiry: true, requested: ['a'], changed: new Set(['a']) });
    expect([...attributes!.after!.attrs.keys()]).toEqual(['b']);
    expect(attributes!.at).toBe(attributes!.after!.modDate);
  });
}
