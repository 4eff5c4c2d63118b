import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ALL_SERVICE_PATHS, type EntityUpdate } from '@smart-city/context';
import { parseNewSubscription, parseQ, type Subscription } from '@smart-city/ngsiv2';
import { toJsonValue } from '@smart-city/ngsi-testing';
import type { RequestContext, WriteContext } from '../../apps/context-broker/src/context/request-context';
import type { FilteredChange } from '../../apps/context-broker/src/faces/ngsiv2/by-filter/filtered-change';
import { FilteredUpdatesService } from '../../apps/context-broker/src/faces/ngsiv2/by-filter/filtered-updates.service';
import type { Letter } from '../../apps/context-broker/src/storage/dead-letter-store';
import { EmbeddedDatabases } from '../../apps/context-broker/src/storage/embedded/embedded-database';
import { EmbeddedDeadLetterStore } from '../../apps/context-broker/src/storage/embedded/embedded-dead-letter-store';
import { EmbeddedEntityStore } from '../../apps/context-broker/src/storage/embedded/embedded-entity-store';
import { EmbeddedSubscriptionStore } from '../../apps/context-broker/src/storage/embedded/embedded-subscription-store';
import {
  matchSubscription,
  parseSubscriptionFilter,
} from '../../apps/context-broker/src/core/subscriptions/subscription-filter';
import { asJson, printJson } from '../report';
import { compareRounds, lineOf } from './bare-sqlite';
import { buildParts } from './broker-servers';

// Changes of what a filter selects, dead letters, and the search for subscriptions, on the embedded store against the bare SQLite
// statements that do the same on the same file. `--json` prints a report.

const ENTITIES = 10_000;
const SUBSCRIPTIONS = 1_000;
const LETTERS = 1_000;
const SOME = 100;
const TENANCY = { tenant: '', servicePath: '/' };
const EVERYWHERE = { tenant: '', servicePaths: ALL_SERVICE_PATHS };

const number = (name: string, value: number) => ({
  name,
  value: toJsonValue(value),
  type: 'Number',
  metadata: new Map(),
});
const creation = (n: number): EntityUpdate => ({
  action: 'create',
  ref: { id: `E${n}`, type: 'T' },
  attrs: [number('temperature', n % 40), number('humidity', n % 100), number('load', n)],
});
const subscription = (n: number): Subscription => ({
  ...parseNewSubscription(
    toJsonValue({
      description: `Watch ${n}`,
      subject: {
        entities: [{ idPattern: '.*', type: `Type${n % 60}` }],
        condition: { attrs: ['temperature'] },
      },
      notification: { http: { url: `http://receiver${n % 7}.example/notify` } },
      owner: `owner${n % 10}`,
      labels: [`label${n % 20}`],
    }),
    '/#',
  ),
  id: n.toString(16).padStart(24, '0'),
  statusLastChange: 0,
  counters: { timesSent: 0, failsCounter: 0 },
});
const letter = (n: number): Letter => ({
  id: `letter${n}`,
  subscriptionId: `s${n % 10}`,
  atMs: n,
  bytes: 1_500,
  summary: JSON.stringify({
    reason: 'failed',
    attempts: 9,
    target: 'http://r:1',
    failure: 'Timeout was reached',
  }),
  content: JSON.stringify({ id: `letter${n}`, body: 'x'.repeat(900) }),
});
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const folder = await mkdtemp(join(tmpdir(), 'bench-additions-'));
await buildParts();
const databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' });
const entities = new EmbeddedEntityStore(databases);
const subscriptions = new EmbeddedSubscriptionStore(databases);
const letters = new EmbeddedDeadLetterStore(databases);
await entities.update(TENANCY, many(ENTITIES, creation));
for (const one of many(SUBSCRIPTIONS, subscription)) await subscriptions.insert('', one);
await letters.put('', many(LETTERS, letter));

const bare = new Database(join(folder, 'orion.sqlite'));
bare.pragma('synchronous = FULL');
const filtered = new FilteredUpdatesService(
  entities,
  {
    apply: async ({ tenancy }: WriteContext, updates: readonly EntityUpdate[]) => {
      const results = await entities.update(tenancy, updates);
      return updates.map((update, at) => ({ update, result: results[at]! }));
    },
  },
  { info: () => undefined },
);
let value = 0;
const changeOf = (isDryRun: boolean): FilteredChange => ({
  request: { log: {} } as RequestContext,
  tenancy: EVERYWHERE,
  query: {
    selectors: [{ types: ['T'] }],
    q: parseQ('temperature>20'),
    orderBy: [],
    limit: ENTITIES,
    offset: 0,
    count: true,
  },
  update: { action: 'update', attrs: [number('load', (value += 1))] },
  isDryRun,
});
const SELECTED = `WHERE type = 'T' AND json_extract(doc, '$.temperature.v') > 20`;
const rewrite = bare.prepare(
  `UPDATE entities SET mod_date = ?, doc = jsonb_set(doc, '$.load.v', ?) ${SELECTED}`,
);
const count = bare.prepare(`SELECT count(*) FROM entities ${SELECTED}`);

const wanted = parseSubscriptionFilter(
  new Map([
    ['label', 'label7'],
    ['type', 'Type7'],
    ['description', 'watch'],
  ]),
);
const search = bare.prepare(
  `SELECT doc FROM documents WHERE collection = 'csubs' AND doc LIKE '%label7"%' AND doc LIKE '%Type7"%' AND doc LIKE '%watch%' ORDER BY id LIMIT 20`,
);

const newest = bare.prepare(
  `SELECT doc FROM documents WHERE collection = 'deadLetters' ORDER BY json_extract(doc, '$.atMs') DESC LIMIT 20`,
);
const counted = bare.prepare(`SELECT count(*) FROM documents WHERE collection = 'deadLetters'`);
const one = bare.prepare(`SELECT doc FROM documents WHERE collection = ? AND id = ?`);
const insert = bare.prepare(
  'INSERT INTO documents (collection, id, doc) VALUES (?, ?, ?) ON CONFLICT (collection, id) DO UPDATE SET doc = excluded.doc',
);
const drop = bare.prepare('DELETE FROM documents WHERE collection = ? AND id = ?');
const BOTH = ['deadLetters', 'deadLetterContents'];
const some = many(SOME, (n) => letter(LETTERS + n));
const keepAndDrop = [
  bare.transaction(() => {
    for (const { id, content, ...row } of some) {
      insert.run('deadLetters', id, JSON.stringify({ id, ...row }));
      insert.run('deadLetterContents', id, content);
    }
  }),
  bare.transaction(() => {
    for (const { id } of some) for (const collection of BOTH) drop.run(collection, id);
  }),
];

const pairs: readonly (readonly [name: string, ours: () => unknown, floor: () => unknown])[] = [
  [
    'PATCH of 4,750 by a filter',
    () => filtered.change(changeOf(false)),
    () => rewrite.run(1.5, (value += 1)),
  ],
  ['the same, dryRun', () => filtered.change(changeOf(true)), () => count.get()],
  [
    'options=filter of 1,000 subscriptions',
    async () => (await subscriptions.list('')).filter((found) => matchSubscription(found, wanted, 0)),
    () => search.all(),
  ],
  [
    '20 of 1,000 dead letters',
    () => letters.page('', { limit: 20, offset: 0 }),
    () => [newest.all(), counted.get()],
  ],
  [
    '100 dead letters, each read to be sent again',
    async () => {
      for (const { id } of many(SOME, letter)) await letters.find('', id);
    },
    () => many(SOME, (n) => BOTH.map((collection) => one.get(collection, `letter${n}`))),
  ],
  [
    '100 dead letters kept, and dropped',
    async () => {
      await letters.put('', some);
      await letters.remove(
        '',
        some.map(({ id }) => id),
      );
    },
    () => keepAndDrop.forEach((write) => write()),
  ],
];
const results = [];
for (const [name, ours, floor] of pairs) {
  const result = { name, ...(await compareRounds(ours, floor)) };
  results.push(result);
  if (!asJson) console.log(lineOf(result));
}
if (asJson) printJson({ entities: ENTITIES, subscriptions: SUBSCRIPTIONS, letters: LETTERS, results });
bare.close();
await entities.close();
await rm(folder, { recursive: true });
