import fc from 'fast-check';
import { compareEntities, compileEntityQuery } from '@smart-city/context';
import type { AttributeInput, Entity, EntityQuery, ServicePathFilter } from '@smart-city/context';
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
      const tenancy = { tenant: work.tenant, servicePaths };
      const { entities: found, count } = await store().query(tenancy, whole);
      const listed = await store().list(tenancy, whole, {});
      const order = compareEntities(query.orderBy, query.geo);
      const misplaced = found.filter(
        (entity, at) => at > 0 && !(order(found[at - 1] as Entity, entity) <= 0),
      );
      const expected = stored.filter(compileEntityQuery(query, servicePaths));
      // In one: an expectation costs more than what it compares.
      expect({ names: found.map(nameOf).sort(), count, listed, misplaced }).toEqual({
        names: expected.map(nameOf).sort(),
        count: expected.length,
        listed: { json: renderList(found, {}), count },
        misplaced: [],
      });
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
