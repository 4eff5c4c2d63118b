import type { Entity, UpdateResult } from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import { attributes, change, Workspace, type ContractContext } from './contract-kit';

const outcome = (result: UpdateResult) =>
  result.kind === 'failed' ? `failed ${orionError(result.error).status}` : result.kind;
const never = () => false;
const absent = (before: Entity | undefined) => before === undefined;
const present = (before: Entity | undefined) => before !== undefined;
const holding = (n: number) => (before: Entity | undefined) => before?.attrs.get('n')?.value === n;
const WRITES = ['append', 'appendStrict', 'update', 'replace', 'delete'] as const;

/** Updates that are done only to the entity as somebody knows it. */
export function preconditionContract({ store, check }: ContractContext): void {
  const given = async (n = 1) => {
    const work = new Workspace(store());
    await work.create({ id: 'E', attrs: { n } });
    const ref = { id: 'E', type: 'T' };
    return {
      work,
      apply: async (action: Parameters<typeof change>[0], values: object, options: object) =>
        outcome(await work.update(change(action, ref, attributes({ ...values }), options))),
    };
  };

  check('a precondition that does not hold leaves all as it is, whatever the action', async () => {
    const { work, apply } = await given();
    for (const action of [...WRITES, 'create'] as const)
      expect(await apply(action, { n: 2 }, { precondition: never })).toBe('failed 412');
    expect(await apply('delete', {}, { precondition: never })).toBe('failed 412');
    expect(await work.value('E', 'n')).toBe(1);
  });

  check('one that holds lets the update be', async () => {
    const { work, apply } = await given();
    expect(await apply('update', { n: 2 }, { precondition: holding(1) })).toBe('done');
    expect(await apply('append', { m: 1 }, { precondition: holding(2) })).toBe('done');
    expect(await apply('create', {}, { precondition: present })).toBe('alreadyExists');
    expect(await apply('replace', { n: 3 }, { precondition: holding(2) })).toBe('done');
    expect(await apply('delete', {}, { precondition: holding(3) })).toBe('done');
    expect(await work.get('E')).toBeUndefined();
  });

  check('an entity that is missing is missing first, unless it would be made', async () => {
    const { work, apply } = await given();
    await apply('delete', {}, {});
    for (const action of ['update', 'replace', 'delete'] as const)
      expect(await apply(action, { n: 2 }, { precondition: never })).toBe('entityMissing');
    expect(await apply('append', { n: 2 }, { precondition: never, onlyExisting: true })).toBe(
      'entityMissing',
    );
    for (const action of ['create', 'append'] as const)
      expect(await apply(action, { n: 2 }, { precondition: present })).toBe('failed 412');
    expect(await apply('append', { n: 2 }, { precondition: absent })).toBe('done');
    expect(await apply('append', { n: 3 }, { precondition: absent })).toBe('failed 412');
    expect(await work.value('E', 'n')).toBe(2);
  });

  check(
    'of creations only where there is nothing exactly one is done',
    async () => {
      const work = new Workspace(store());
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          work.update(
            change(n % 2 ? 'create' : 'append', { id: 'E', type: 'T' }, attributes({ n }), {
              precondition: absent,
            }),
          ),
        ),
      );
      const outcomes = results.map(outcome).sort();
      expect(outcomes).toEqual(['done', ...Array<string>(19).fill('failed 412')]);
    },
    'atomic-upsert',
  );

  check('of updates of one version exactly one is done, whatever they write', async () => {
    const { work, apply } = await given(0);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        apply('append', at % 2 ? { n: at + 1 } : { n: 100, [`a${at}`]: at }, { precondition: holding(0) }),
      ),
    );
    expect(results.sort()).toEqual(['done', ...Array<string>(19).fill('failed 412')]);
    expect(await work.value('E', 'n')).not.toBe(0);
  });

  check('a count by reading and writing on condition loses nothing', async () => {
    const { work, apply } = await given(0);
    const countOnce = async (): Promise<void> => {
      const n = Number(await work.value('E', 'n'));
      if ((await apply('update', { n: n + 1 }, { precondition: holding(n) })) !== 'done') return countOnce();
    };
    await Promise.all(Array.from({ length: 10 }, countOnce));
    expect(await work.value('E', 'n')).toBe(10);
  });

  check('what an update says it made is what is read then', async () => {
    const { work } = await given();
    const made = await work.update(
      change('append', { id: 'E', type: 'T' }, attributes({ s: 'x', o: { b: 1, a: [0.1] } }), {
        precondition: present,
      }),
    );
    expect(made.kind === 'done' && made.changes[0]?.after).toEqual(await work.get('E'));
  });
}
