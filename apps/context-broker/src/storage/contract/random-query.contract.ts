import fc from 'fast-check';
import { compareEntities, compileEntityQuery } from '@smart-city/ngsi';
import type { AttributeInput, Entity, EntityQuery, ServicePathFilter } from '@smart-city/ngsi';
import {
  entitiesArbitrary,
  entityQueryArbitrary,
  geoQueryArbitrary,
  scatteredPositionArbitrary,
  geometryArbitrary,
  servicePathsArbitrary,
} from '@smart-city/ngsi-testing';
import { renderList } from '../rendered-list';
import { change, queryOf, Workspace, type ContractContext } from './contract-kit';

const inputs = ({ attrs }: Entity): AttributeInput[] =>
  [...attrs].map(([name, { type, value, metadata }]) => ({ name, type, value, metadata }));
const nameOf = ({ id, type, servicePath }: Entity) => `${id} ${type} ${servicePath}`;

/** A value whose first key is an update operator would be applied, not stored. */
const isPlain = (entity: Entity) =>
  [...entity.attrs.values()].every(
    ({ value }) => !(value instanceof Map && String([...value.keys()][0]).startsWith('$')),
  );

/** Random entities and queries: the answers of the in-memory model, in an order it accepts. */
export function randomQueryContract({ store, check }: ContractContext): void {
  const answersAlike = async (
    entities: readonly Entity[],
    queries: readonly (readonly [readonly ServicePathFilter[], EntityQuery])[],
  ) => {
    const work = new Workspace(store());
    const created = entities
      .filter(isPlain)
      .map((entity) => work.update(change('create', entity, inputs(entity)), entity.servicePath));
    for (const result of await Promise.all(created)) expect(result.kind).toBe('done');
    const { entities: stored } = await store().query(work.everywhere, queryOf({}));
    for (const [servicePaths, query] of queries) {
      const whole = { ...query, limit: 1000, offset: 0, count: true };
      const { entities: found, count } = await store().query({ tenant: work.tenant, servicePaths }, whole);
      const expected = stored.filter(compileEntityQuery(query, servicePaths));
      expect(found.map(nameOf).sort()).toEqual(expected.map(nameOf).sort());
      expect(count).toBe(expected.length);
      expect(await store().list({ tenant: work.tenant, servicePaths }, whole, {})).toEqual({
        json: renderList(found, {}),
        count,
      });
      const order = compareEntities(query.orderBy, query.geo);
      for (const [index, entity] of found.entries())
        if (index > 0) expect(order(found[index - 1] as Entity, entity)).toBeLessThanOrEqual(0);
    }
  };
  const manyQueries = (query: fc.Arbitrary<EntityQuery>) =>
    fc.array(fc.tuple(servicePathsArbitrary, query), { minLength: 20, maxLength: 20 });

  check(
    'random queries without geo answer as the model',
    async () => {
      await fc.assert(
        fc.asyncProperty(entitiesArbitrary(), manyQueries(entityQueryArbitrary({ geo: null })), answersAlike),
        { numRuns: 12 },
      );
    },
    'random-queries',
  );
  check(
    'random queries with geo answer as the model',
    async () => {
      const geo = geoQueryArbitrary(scatteredPositionArbitrary);
      const entities = entitiesArbitrary({ geometry: geometryArbitrary(scatteredPositionArbitrary) });
      await fc.assert(fc.asyncProperty(entities, manyQueries(entityQueryArbitrary({ geo })), answersAlike), {
        numRuns: 12,
      });
    },
    'random-queries',
  );
}
