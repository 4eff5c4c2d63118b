import type { Entity, EntityRewrite } from '@smart-city/context';
import {
  entityOf,
  ldAttributesArbitrary,
  ldQueryArbitrary,
  type PlainAttributes,
} from '@smart-city/ngsi-testing';
import { compileLdFilter, type LdFilter, type NameSelection } from '@smart-city/ngsild';
import fc from 'fast-check';
import { Workspace, type ContractContext } from './contract-kit';

const TYPES = ['A', 'B', 'https://example.org/C'];

const entity = fc.record({
  types: fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }),
  scopes: fc.uniqueArray(fc.constantFrom('/a', '/a/b', '/c'), { maxLength: 2 }),
  attributes: ldAttributesArbitrary,
});

const type: fc.Arbitrary<NameSelection> = fc.oneof(
  fc.constantFrom(...TYPES).map((name): NameSelection => ({ kind: 'is', name })),
  fc
    .record({
      kind: fc.constantFrom('any' as const, 'all' as const),
      names: fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }),
    })
    .map(({ kind, names }): NameSelection => ({ kind, parts: names.map((name) => ({ kind: 'is', name })) })),
);

const filter: fc.Arbitrary<LdFilter> = fc.record(
  {
    selectors: fc.array(
      fc.record({ type, ids: fc.constant(['urn:E:0', 'urn:E:1', 'urn:E:3']) }, { requiredKeys: [] }),
      { maxLength: 2 },
    ),
    anyOf: fc.constant([['a', 'b']]),
    q: ldQueryArbitrary,
    scopeQ: fc.constantFrom('/a', '/a/#', '/+', '/#').map((name): NameSelection => ({ kind: 'is', name })),
  },
  { requiredKeys: ['selectors'] },
);

const creation = (made: Entity): EntityRewrite<never> => ({
  id: made.id,
  rewrite: () => ({ kind: 'write', after: made, requested: [...made.attrs.keys()] }),
});

/** Random entities of NGSI-LD and random filters: the answers of the predicate, in the order of creation. */
export function ldRandomQueryContract({ store, check }: ContractContext): void {
  check('random filters answer as the predicate', async () => {
    const answersAlike = async (
      entities: readonly {
        types: readonly string[];
        scopes: readonly string[];
        attributes: PlainAttributes;
      }[],
      filters: readonly LdFilter[],
    ) => {
      const work = new Workspace(store());
      const made = entities.map(({ types, scopes, attributes }, at) => ({
        ...entityOf(`urn:E:${at}`, types, attributes),
        ...(scopes.length > 0 && { scopes }),
      }));
      for (const one of made) await store().rewrite(work.tenant, [creation(one)]);
      const { entities: stored } = await store().select(work.tenant, {
        filter: { selectors: [] },
        limit: 100,
        offset: 0,
        count: false,
      });
      expect(stored).toHaveLength(made.length);
      for (const one of filters) {
        const test = compileLdFilter(one);
        const expected = stored.filter(test).map(({ id }) => id);
        const page = (limit: number, offset: number, count: boolean) =>
          store().selectIds(work.tenant, { filter: one, limit, offset, count });
        // In one: an expectation costs more than what it compares.
        expect([await page(100, 0, true), await page(100, 0, false), await page(2, 1, false)]).toEqual([
          { ids: expected, count: expected.length },
          { ids: expected },
          { ids: expected.slice(1, 3) },
        ]);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(entity, { minLength: 3, maxLength: 6 }),
        fc.array(filter, { minLength: 20, maxLength: 20 }),
        answersAlike,
      ),
      { numRuns: 15 },
    );
  });
}
