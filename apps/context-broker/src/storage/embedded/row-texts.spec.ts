import fc from 'fast-check';
import type { Attribute, Entity } from '@smart-city/context';
import { entitiesArbitrary, geometryArbitrary, worldPositionArbitrary } from '@smart-city/ngsi-testing';
import { renderList, type ListOptions } from '../rendered-list';
import { encodeAttributes } from './entity-writes';
import type { PlainRow } from './row-text';
import { RowTexts } from './row-texts';

const rowOf = (key: number, { id, type, attrs }: Entity): PlainRow => [
  key,
  id,
  type,
  encodeAttributes(attrs),
];

const shownArbitrary = fc.constantFrom<ListOptions>(
  { representation: 'normalized' },
  { representation: 'keyValues', attrs: [], metadata: [] },
);

/** Names, types and values at which rendering is not what comes first to mind. */
const oddAttribute: fc.Arbitrary<Attribute> = fc.record({
  type: fc.constantFrom('', 'DateTime', 'geo:json', 'geo:point', 'Text'),
  value: fc.constantFrom<Attribute['value'][]>(
    null,
    -0,
    1e21,
    0.1 + 0.2,
    1_700_000_000.5,
    '\u0001"\\/é',
    new Map([['type', 'Feature']]),
    new Map<string, Attribute['value']>([
      ['10', 1],
      ['9', [true]],
    ]),
  ),
  metadata: fc.constantFrom<Attribute['metadata'][]>(
    new Map(),
    new Map([['ignoreType', { type: 'Boolean', value: true }]]),
  ),
  creDate: fc.constant(1),
  modDate: fc.constant(2),
});
const oddName = fc.constantFrom('__proto__', '10', '9', 'dateExpires', 'é', '\uE000', 'id');
const entities = fc
  .tuple(
    entitiesArbitrary({ maxLength: 8, geometry: geometryArbitrary(worldPositionArbitrary) }),
    fc.array(fc.tuple(oddName, oddAttribute), { maxLength: 4 }),
    fc.boolean(),
  )
  .map(([plain, odd, isUntyped]) =>
    plain.map((entity, n) =>
      n % 2 === 0
        ? entity
        : { ...entity, ...(isUntyped && { type: '' }), attrs: new Map([...entity.attrs, ...odd]) },
    ),
  );

describe('texts of rows', () => {
  it('are what the renderer makes of the entities, also after changes', () => {
    const texts = new RowTexts();
    fc.assert(
      fc.property(entities, fc.array(shownArbitrary, { maxLength: 4 }), (all, forms) => {
        for (const shown of forms)
          for (const [n, entity] of all.entries())
            // Few keys, so that a row is often another one than before, or that of another entity.
            for (let time = 0; time < 2; time += 1)
              expect(texts.renderList('file', [rowOf(n % 3, entity)], shown)).toBe(
                renderList([entity], shown),
              );
      }),
      { numRuns: 300 },
    );
  });

  it('stay right when more pass than are kept', () => {
    const texts = new RowTexts();
    const entity = (n: number, value: string): Entity => ({
      id: `E${n}`,
      type: 'T',
      servicePath: '/',
      attrs: new Map([['a', { type: 'Text', value, metadata: new Map(), creDate: 1, modDate: 1 }]]),
      creDate: 1,
      modDate: 1,
    });
    const long = 'x'.repeat(100_000);
    for (const suffix of ['a', 'a', 'b'])
      for (let n = 0; n < 60; n += 1) {
        const one = entity(n, long + suffix);
        const shown = { representation: 'normalized' } as const;
        expect(texts.renderList('file', [rowOf(n, one)], shown) === renderList([one], shown)).toBe(true);
      }
  });
});
