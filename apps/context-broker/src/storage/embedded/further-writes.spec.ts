import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import {
  ALL_SERVICE_PATHS,
  geometriesOf,
  renderExactJson,
  type Attribute,
  type Entity,
  type EntityRewrite,
} from '@smart-city/context';
import { attributes, change, geometry } from '../contract/contract-kit';
import { becomes, draft, instance, property } from '../contract/ngsi-ld-sample';
import { openEmbeddedEntityStore, type EmbeddedEntityStore } from './embedded-entity-store';

const ID = 'urn:a:1';
const TENANT = 'further';
const FAR = ['2090-01-01T00:00:00Z', '2091-01-01T00:00:00Z', undefined] as const;

const point = (lon: number) => ({ type: 'Point', coordinates: [lon, 1] });
const end = (n: number) => (FAR[n] === undefined ? {} : { expiresAt: FAR[n] });

const attribute: fc.Arbitrary<Attribute> = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 3 }), fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }))
  .map(([isPlace, lon, ends]) => {
    const [first, ...others] = ends.map((n, at) => ({
      ...(isPlace ? instance('GeoProperty', point(lon + at)) : instance('Property', lon)),
      ...end(n),
      ...(at > 0 && { datasetId: `urn:d:${at}` }),
    }));
    return { ...first!, ...(others.length > 0 && { instances: others }) };
  });

const whole: fc.Arbitrary<EntityRewrite<string>> = fc
  .record({
    attrs: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'location'), attribute),
    types: fc.uniqueArray(fc.constantFrom('T', 'U', 'V'), { minLength: 1 }),
    scopes: fc.constantFrom(undefined, ['/x', '/y']),
  })
  .map(({ attrs, types: [type, ...furtherTypes], scopes }) =>
    becomes(
      draft(ID, attrs, {
        type: type!,
        ...(furtherTypes.length > 0 && { furtherTypes }),
        ...(scopes !== undefined && { scopes }),
      }),
    ),
  );

/** What NGSIv2 does to the entity, of whatever type it is. */
const update = fc.oneof(
  fc.constant(change('append', { id: ID }, attributes({ a: 1 }), { onlyExisting: true })),
  fc.constant(change('update', { id: ID }, [geometry('b', point(9))])),
  fc.constant(change('delete', { id: ID }, attributes({ a: 1 }))),
  fc.constant(change('delete', { id: ID }, attributes({ location: 1 }))),
  fc.constant(change('replace', { id: ID }, attributes({ c: 1 }))),
  fc.constant(change('delete', { id: ID })),
);

describe('what is written beside the table of entities', () => {
  let folder: string;
  let store: EmbeddedEntityStore;
  let file: Database.Database | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'further-'));
    store = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
  });
  afterAll(async () => {
    file?.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const read = (sql: string): readonly unknown[] => {
    if (!existsSync(join(folder, `orion-${TENANT}.sqlite`))) return [];
    file ??= new Database(join(folder, `orion-${TENANT}.sqlite`), { readonly: true });
    return file.prepare(sql).raw().all();
  };
  const stored = async () => {
    const [entity] = await store.find({ tenant: TENANT, servicePaths: ALL_SERVICE_PATHS }, { id: ID });
    return entity;
  };

  it('is what the entity says, whatever was written before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(whole, update), { minLength: 1, maxLength: 6 }), async (writes) => {
        await store.rewrite(TENANT, [{ id: ID, rewrite: () => ({ kind: 'delete' }) }]);
        expect(read('SELECT key FROM places UNION ALL SELECT entity FROM attribute_ends')).toEqual([]);
        for (const write of writes)
          if ('rewrite' in write) await store.rewrite(TENANT, [write]);
          else await store.update({ tenant: TENANT, servicePath: '/' }, [write]);
        const entity = await stored();
        expect(read('SELECT type FROM further_types ORDER BY type')).toEqual(
          [...(entity?.furtherTypes ?? [])].sort().map((type) => [type]),
        );
        expect(read('SELECT attr, geometry FROM places ORDER BY key')).toEqual(placesOf(entity));
        expect(read('SELECT at_ms FROM attribute_ends')).toEqual(endsOf(entity));
      }),
      { numRuns: 200 },
    );
  });

  it('an older file gets what it lacks, and keeps what it holds', async () => {
    const tenant = 'older';
    const path = join(folder, `orion-${tenant}.sqlite`);
    const updates = [change('create', { id: 'E', type: 'T' }, attributes({ a: 1 }))];
    await store.update({ tenant, servicePath: '/' }, updates);
    await store.close();
    const old = new Database(path);
    old.exec(`DROP TABLE further_types; DROP TABLE places; DROP TABLE attribute_ends; DROP TABLE history;
      ALTER TABLE entities DROP COLUMN further_types; ALTER TABLE entities DROP COLUMN scopes; PRAGMA user_version = 1`);
    const doc = old.prepare('SELECT json(doc) FROM entities').pluck().get();
    old.close();
    store = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
    const everywhere = { tenant, servicePaths: ALL_SERVICE_PATHS };
    const [entity] = await store.find(everywhere, { id: 'E' });
    expect(entity?.attrs.get('a')?.value).toBe(1);
    const after = draft(
      'E',
      { ...Object.fromEntries(entity!.attrs), b: property(2) },
      { furtherTypes: ['U'] },
    );
    await store.rewrite(tenant, [becomes(after)]);
    expect((await store.find(everywhere, { id: 'E' }))[0]).toMatchObject(after);
    const { creDate, modDate } = entity!.attrs.get('a')!;
    expect(doc).toBe(`{"a":{"v":1,"t":"Number","c":${creDate},"d":${modDate}}}`);
  });
});

/** From the definition: every geometry but the one that is the location. */
function placesOf(entity: Entity | undefined): readonly unknown[] {
  const places: unknown[] = [];
  for (const [name, attribute] of entity?.attrs ?? [])
    for (const [at, place] of geometriesOf(attribute).entries())
      if (at > 0 || entity?.location?.attrName !== name) places.push([name, renderExactJson(place)]);
  return places;
}

function endsOf(entity: Entity | undefined): readonly unknown[] {
  const ends = [...(entity?.attrs.values() ?? [])]
    .flatMap((attribute) => [attribute, ...(attribute.instances ?? [])])
    .flatMap(({ expiresAt }) => (expiresAt === undefined ? [] : [Date.parse(expiresAt)]));
  return ends.length === 0 ? [] : [[Math.min(...ends)]];
}
