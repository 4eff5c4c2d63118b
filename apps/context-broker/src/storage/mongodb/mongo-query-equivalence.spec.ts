import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ALL_SERVICE_PATHS,
  compareEntities,
  compileEntityQuery,
  type Entity,
  type EntityQuery,
  type EntityUpdate,
  type ReadTenancy,
  type ServicePathFilter,
} from '@smart-city/context';
import { entitiesArbitrary, entityQueryArbitrary, servicePathsArbitrary } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { openEmbeddedEntityStore } from '../embedded/embedded-entity-store';
import type { EntityStore } from '../entity-store';
import { storedEntity } from './entity-document';
import type { MongoEntityStore } from './mongo-entity-store';
import { describeOnMongo, freshDatabaseName, mongoUri, openMongoEntityStore } from './mongo-test-server';
import { answerable, isRealMongo } from './mongo-test-server-limits';

const everything: EntityQuery = { selectors: [], orderBy: [], limit: 1000, offset: 0, count: false };
const key = ({ id, type, servicePath }: Entity) => `${id} ${type} ${servicePath}`;
const keys = (entities: readonly Entity[]) => entities.map(key).sort();

/** The store's answer is the one the in-memory predicate and order give for the entities it holds. */
async function expectPredicate(
  store: EntityStore,
  tenancy: ReadTenancy,
  query: EntityQuery,
): Promise<readonly string[]> {
  const all = await store.query({ ...tenancy, servicePaths: ALL_SERVICE_PATHS }, everything);
  const matches = compileEntityQuery(query, tenancy.servicePaths);
  const order = compareEntities(query.orderBy, query.geo);
  const expected = all.entities.filter(matches).sort(order);
  const { entities, count } = await store.query(tenancy, { ...query, count: true });
  expect(count).toBe(expected.length);
  const page = expected.slice(query.offset, query.offset + query.limit);
  expect(entities).toHaveLength(page.length);
  // Entities that are equal in the order may come in any order, also across pages.
  entities.forEach((entity, index) => expect(order(entity, page[index] as Entity)).toBe(0));
  const known = new Set(expected.map(key));
  expect(new Set(entities.map(key)).size).toBe(entities.length);
  expect(entities.filter((entity) => !known.has(key(entity)))).toEqual([]);
  return keys(expected);
}

const queries = entityQueryArbitrary(isRealMongo ? {} : { geo: null });

const creation = (entity: Entity): EntityUpdate => ({
  action: 'create',
  ref: { id: entity.id, type: entity.type },
  attrs: [...entity.attrs].map(([name, { type, value, metadata }]) => ({ name, type, value, metadata })),
});

describeOnMongo('random queries on random entities', () => {
  let mongo: MongoEntityStore;
  let embedded: EntityStore;
  let folder: string;
  let tenants = 0;
  let statements = 0;
  const nextTenant = () => `q${++tenants}`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'query-equivalence-'));
    mongo = await openMongoEntityStore({ uri: mongoUri ?? '', dbName: freshDatabaseName() });
    embedded = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
  });

  afterAll(async () => {
    await mongo.close();
    await embedded.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('MongoDB answers as the predicate does, documents as Orion leaves them (any dates)', async () => {
    await fc.assert(
      fc.asyncProperty(
        entitiesArbitrary(),
        fc.array(fc.tuple(servicePathsArbitrary, queries), { minLength: 5, maxLength: 10 }),
        async (entities, asked) => {
          const tenant = nextTenant();
          if (entities.length > 0) {
            await mongo.databases
              .database(tenant)
              .collection('entities')
              .insertMany(entities.map((entity) => storedEntity(entity) as Document));
          }
          for (const [servicePaths, query] of asked) {
            const right = answerable(query, entities);
            statements += (right.q?.length ?? 0) + (right.mq?.length ?? 0);
            await expectPredicate(mongo, { tenant, servicePaths }, right);
          }
        },
      ),
      { numRuns: 100 },
    );
    // What the test server's faults leave is still a good many.
    expect(statements).toBeGreaterThan(100);
  });

  it('MongoDB, the embedded store and the predicate answer alike', async () => {
    await fc.assert(
      fc.asyncProperty(
        entitiesArbitrary(),
        fc.array(fc.tuple(servicePathsArbitrary, queries), { minLength: 5, maxLength: 10 }),
        async (entities, asked: readonly (readonly [readonly ServicePathFilter[], EntityQuery])[]) => {
          const tenant = nextTenant();
          for (const entity of entities) {
            for (const store of [mongo, embedded]) {
              const [result] = await store.update({ tenant, servicePath: entity.servicePath }, [
                creation(entity),
              ]);
              expect(result?.kind).toBe('done');
            }
          }
          for (const [servicePaths, query] of asked) {
            const tenancy = { tenant, servicePaths };
            const right = answerable(query, entities);
            expect(await expectPredicate(mongo, tenancy, right)).toEqual(
              await expectPredicate(embedded, tenancy, right),
            );
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
