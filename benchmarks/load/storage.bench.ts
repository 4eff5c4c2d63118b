import { toJsonValue } from '@smart-city/ngsi-testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  ALL_SERVICE_PATHS,
  type AttributeInput,
  type Entity,
  type EntityQuery,
  type EntityUpdate,
} from '@smart-city/context';
import { parseAggregate, parseGeoQuery, parseOrderBy, parseQ } from '@smart-city/ngsiv2';
import {
  openEmbeddedEntityStore,
  type EmbeddedEntityStore,
} from '../../apps/context-broker/src/storage/embedded/embedded-entity-store';
import { versionOf } from '../../apps/context-broker/src/core/entities/conditions/entity-version';
import { generateLoad, httpRequest } from './load-generator';
import { asJson, printJson } from '../report';
import { compareRounds, lineOf } from './bare-sqlite';
import { buildParts, startBroker } from './broker-servers';
import { residentMiB } from './pinned-server';

// Queries (as finished text) and batches of the embedded store against a bare SQLite statement doing the same on the same file, over 100,000
// entities; with `--million`, start-up and memory of the broker over 1,000,000. `--json` prints a report.

const ENTITIES = 100_000;
/** Arguments choose rows by how their names begin. */
const WANTED = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const EITHER = parseQ('temperature>38|humidity<2', { extended: true });
const EITHER_BARE = `FROM entities WHERE type = 'T' AND (json_extract(doc, '$.temperature.v') > 38 OR json_extract(doc, '$.humidity.v') < 2)`;
const TENANCY = { tenant: '', servicePath: '/' };
const EVERYWHERE = { tenant: '', servicePaths: ALL_SERVICE_PATHS };

const attribute = (name: string, value: unknown, type: string): AttributeInput => ({
  name,
  value: toJsonValue(value),
  type,
  metadata: new Map(),
});

const pointOf = (n: number) => ({
  type: 'Point',
  coordinates: [-5 + (n % 316) / 100, 39 + (Math.floor(n / 316) % 316) / 100],
});
const IGNORED = new Map([['ignoreType', { type: 'Boolean', value: true }]]);

/** Points on a grid over about 300 km of land; one in ten has a second one beside its location. */
const creation = (n: number): EntityUpdate => ({
  action: 'create',
  ref: { id: `E${n}`, type: n % 10 === 0 ? 'U' : 'T' },
  attrs: [
    attribute('temperature', (n * 7) % 40, 'Number'),
    attribute('humidity', n % 100, 'Number'),
    attribute('name', `entity number ${n}`, 'Text'),
    attribute('place', pointOf(n), 'geo:json'),
    ...(n % 10 === 5 ? [{ ...attribute('yard', pointOf(n), 'geo:json'), metadata: IGNORED }] : []),
  ],
});

async function fill(store: EmbeddedEntityStore, count: number): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < count; n += 1000) {
    await store.update(
      TENANCY,
      Array.from({ length: 1000 }, (_, index) => creation(n + index)),
    );
    if (!asJson && n % 100_000 === 0 && n > 0) console.log(`  ${n} entities stored`);
  }
  return Math.round(count / ((performance.now() - startedAt) / 1000));
}

const query = (more: Partial<EntityQuery>): EntityQuery => ({
  selectors: [],
  orderBy: [],
  limit: 20,
  offset: 0,
  count: false,
  ...more,
});

/** @param json  a document in SQL, and the path to a Point in it */
const haversine = (json: string, path: string) => {
  const [lon, lat] = [0, 1].map((at) => `json_extract(${json}, '${path}.coordinates[${at}]')`);
  return `6378100 * 2 * asin(sqrt(pow(sin(radians(${lat} - 40.5) / 2), 2)
  + cos(radians(40.5)) * cos(radians(${lat})) * pow(sin(radians(${lon} + 3.5) / 2), 2)))`;
};
const HAVERSINE = haversine('location', '$');
const NEAR = `FROM locations AS box CROSS JOIN entities ON entities.key = box.key
  WHERE min_lon <= -2.9 AND max_lon >= -4.1 AND min_lat <= 40.95 AND max_lat >= 40.05 AND ${HAVERSINE} <= 50000`;
const YARDS = `FROM entities WHERE json_extract(doc, '$.yard.t') = 'geo:json' AND ${haversine('doc', '$.yard.v')} <= 50000`;
const HOT = `FROM entities WHERE type = 'T' AND json_extract(doc, '$.temperature.v') > 20`;

async function compare(store: EmbeddedEntityStore, path: string) {
  const bare = new Database(path);
  bare.pragma('synchronous = FULL');
  // As the store: the log is folded into the file when it is that long.
  bare.pragma('wal_autocheckpoint = 4000');
  const statements = (...texts: readonly string[]) => {
    const prepared = texts.map((text) => bare.prepare(text));
    return () => prepared.map((statement) => statement.all());
  };
  const rewrite = bare.prepare('UPDATE entities SET mod_date = ?, doc = jsonb(?) WHERE key = ?');
  const doc = String(bare.prepare('SELECT json(doc) FROM entities WHERE key = 1').pluck().get());
  let value = 0;
  let modDate = 0;
  // SQLite writes no page for a row that stays as it is: each time there is something new in it.
  const rewriteAll = bare.transaction(() => {
    modDate += 1;
    for (let n = 0; n < 1000; n += 1) rewrite.run(modDate + 0.5, doc, n * 97 + 1);
  });
  const far = bare
    .prepare<[], [number, number]>(
      'SELECT cre_date, key FROM entities ORDER BY cre_date, key LIMIT 1 OFFSET 89999',
    )
    .raw()
    .get()!;
  const hasVersion = (before: Entity | undefined) => before !== undefined && versionOf(before) !== '';
  const inMetadata = (): AttributeInput => ({
    name: 'humidity',
    value: null,
    metadata: new Map([['m', { type: 'Number', value }]]),
    onlyMetadata: 'put',
  });
  const inValue = () => attribute('temperature', value + 0.5, 'Number');
  const change = (input: () => AttributeInput = inValue): EntityUpdate[] => {
    value += 1;
    return Array.from({ length: 1000 }, (_, n) => ({
      action: 'append',
      ref: { id: `E${n * 97}`, type: (n * 97) % 10 === 0 ? 'U' : 'T' },
      attrs: [input()],
    }));
  };
  const page = (asked: EntityQuery) => store.list(EVERYWHERE, asked, { representation: 'normalized' });
  const hot = { selectors: [{ types: ['T'] }], q: parseQ('temperature>20') };
  const near = { geo: parseGeoQuery('near;maxDistance:50000', 'point', '40.5,-3.5') };
  const yards = { geo: parseGeoQuery('near;maxDistance:50000', 'point', '40.5,-3.5', 'yard') };
  const pairs: readonly (readonly [name: string, ours: () => unknown, floor: () => unknown])[] = [
    [
      'type=T&q=temperature>20&limit=20&options=count',
      () => page(query({ ...hot, count: true })),
      statements(`SELECT json(doc) ${HOT} ORDER BY cre_date LIMIT 20`, `SELECT count(*) ${HOT}`),
    ],
    [
      'the same without count',
      () => page(query(hot)),
      statements(`SELECT json(doc) ${HOT} ORDER BY cre_date LIMIT 20`),
    ],
    [
      'type=T&orderBy=!temperature&limit=20',
      () => page(query({ selectors: [{ types: ['T'] }], orderBy: parseOrderBy('!temperature') })),
      statements(
        `SELECT key FROM entities WHERE type = 'T' ORDER BY json_extract(doc, '$.temperature.v') DESC LIMIT 20`,
      ),
    ],
    [
      'near, 50 km, limit=20',
      () => page(query(near)),
      statements(`SELECT json(doc) ${NEAR} ORDER BY ${HAVERSINE} LIMIT 20`),
    ],
    [
      'geoproperty, 50 km, limit=20, count',
      () => page(query({ ...yards, count: true })),
      statements(`SELECT json(doc) ${YARDS} ORDER BY cre_date LIMIT 20`, `SELECT count(*) ${YARDS}`),
    ],
    [
      'limit=1000',
      () => page(query({ limit: 1000 })),
      statements('SELECT json(doc) FROM entities ORDER BY cre_date LIMIT 1000'),
    ],
    [
      'cursor behind 90,000, limit=20',
      () => page(query({ cursor: { after: far } })),
      statements(
        `SELECT json(doc) FROM entities WHERE (cre_date, key) > (${far.join()}) ORDER BY cre_date, key LIMIT 20`,
      ),
    ],
    [
      'offset=90000, limit=20',
      () => page(query({ offset: 90_000 })),
      statements('SELECT json(doc) FROM entities ORDER BY cre_date, key LIMIT 20 OFFSET 90000'),
    ],
    [
      'either of two conditions, limit=20, count',
      () => page(query({ selectors: [{ types: ['T'] }], q: EITHER, count: true })),
      statements(
        `SELECT json(doc) ${EITHER_BARE} ORDER BY cre_date LIMIT 20`,
        `SELECT count(*) ${EITHER_BARE}`,
      ),
    ],
    [
      'aggregate=count,avg:temperature by type',
      () => store.aggregate(EVERYWHERE, query({}), parseAggregate('count,avg:temperature', 'type')),
      statements(
        `SELECT type, count(*), avg(json_extract(doc, '$.temperature.v')) FROM entities GROUP BY type`,
      ),
    ],
    [
      'keys of 1,000 of a filter, with count',
      () => store.findKeys(EVERYWHERE, query({ ...hot, limit: 1000, count: true })),
      statements(
        `SELECT id, type, service_path ${HOT} ORDER BY cre_date LIMIT 1000`,
        `SELECT count(*) ${HOT}`,
      ),
    ],
    ['op/update of 1,000 entities', () => store.update(TENANCY, change()), rewriteAll],
    [
      'the same, each on condition of its version',
      () =>
        store.update(
          TENANCY,
          change().map((update) => ({ ...update, precondition: hasVersion })),
        ),
      rewriteAll,
    ],
    ['one item of metadata of 1,000 entities', () => store.update(TENANCY, change(inMetadata)), rewriteAll],
    [
      'types',
      () => store.listTypes(EVERYWHERE, { limit: 20, offset: 0, detail: true }),
      statements('SELECT type, count(*) FROM entities GROUP BY type'),
    ],
  ];
  const results = [];
  const chosen = pairs.filter(
    ([name]) => WANTED.length === 0 || WANTED.some((word) => name.startsWith(word)),
  );
  for (const [name, ours, floor] of chosen) {
    const result = { name, ...(await compareRounds(ours, floor)) };
    results.push(result);
    if (!asJson) console.log(lineOf(result));
  }
  bare.close();
  return results;
}

async function million(folder: string) {
  const startedAt = performance.now();
  const broker = await startBroker(folder);
  const request = (n: number) => httpRequest('GET', `/v2/entities/E${(n * 7919) % 1_000_000}`);
  try {
    await fetch(`http://127.0.0.1:${broker.port}/v2/entities?limit=1`);
    const firstAnswerMs = Math.round(performance.now() - startedAt);
    const residentAtStartMiB = residentMiB(broker.pid);
    const gets = await generateLoad({ port: broker.port, connections: 32, seconds: 10, request });
    await fetch(`http://127.0.0.1:${broker.port}/v2/entities?type=T&q=temperature%3E20&options=count`);
    return { firstAnswerMs, residentAtStartMiB, residentAfterLoadMiB: residentMiB(broker.pid), gets };
  } finally {
    await broker.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  await buildParts();
  const store = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
  const storedPerSecond = await fill(store, ENTITIES);
  const results = await compare(store, join(folder, 'orion.sqlite'));
  await store.close();
  let atAMillion;
  if (process.argv.includes('--million')) {
    const large = await mkdtemp(join(tmpdir(), 'bench-million-'));
    const filling = await openEmbeddedEntityStore({ folder: large, dbName: 'orion' });
    await fill(filling, 1_000_000);
    await filling.close();
    atAMillion = await million(large);
    await rm(large, { recursive: true });
  }
  if (asJson) printJson({ entities: ENTITIES, storedPerSecond, results, atAMillion });
  else console.log({ storedPerSecond, atAMillion });
} finally {
  await rm(folder, { recursive: true });
}
