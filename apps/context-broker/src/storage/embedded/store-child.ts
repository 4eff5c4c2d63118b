import { createInterface } from 'node:readline';
import { ALL_SERVICE_PATHS, type EntityUpdate } from '@smart-city/context';
import type { Companion } from '../commit-companion';
import { EmbeddedPart } from './commit-part';
import { openEmbeddedEntityStore, type EmbeddedEntityStore } from './embedded-entity-store';

// Run by durability.spec.ts as a process of its own, to be killed or starved of disk space:
//   node store-child.js <folder> load <first number>    writes without end, tells every acknowledged write
//   node store-child.js <folder> fill                   writes until a commit fails, then again when told to

const WRITERS = 16;
const TENANCY = { tenant: 'crash', servicePath: '/' };
const EVERYWHERE = { tenant: 'crash', servicePaths: ALL_SERVICE_PATHS };

const say = (line: string) => process.stdout.write(`${line}\n`);

const write = (action: EntityUpdate['action'], id: string, value: number | string): EntityUpdate => ({
  action,
  ref: { id, type: 'T' },
  attrs: [{ name: 'n', type: 'Number', value, metadata: new Map() }],
});

/** Keeps one notification in the commit of what is written. */
const keeping = (id: string) => (): Companion => ({
  parts: [new EmbeddedPart([['putDocument', 'outbox/s', id, '{}']])],
  settled: () => undefined,
});

/** Each writer counts up in one entity and leaves a new one behind for every number. */
async function load(store: EmbeddedEntityStore, first: number): Promise<void> {
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = first; ; n += 1) {
        const updates = [write('append', `counter${writer}`, n), write('create', `new${writer}-${n}`, n)];
        const results = await store.update(TENANCY, updates, keeping(`new${writer}-${n}`));
        if (results.every(({ kind }) => kind === 'done')) say(`${writer} ${n}`);
      }
    }),
  );
}

const FILLER = 'x'.repeat(10_000);

async function fill(store: EmbeddedEntityStore): Promise<void> {
  let stored = 0;
  let message = '';
  while (message === '') {
    const group = Array.from({ length: 10 }, (_, n) =>
      store.update(TENANCY, [write('create', `filler${stored + n}`, FILLER)], keeping(`filler${stored + n}`)),
    );
    const outcomes = await Promise.allSettled(group);
    stored += outcomes.filter(({ status }) => status === 'fulfilled').length;
    for (const outcome of outcomes) if (outcome.status === 'rejected') message = String(outcome.reason);
  }
  const visible = await store.query(EVERYWHERE, {
    selectors: [],
    orderBy: [],
    limit: 0,
    offset: 0,
    count: true,
  });
  const lost = await store.find(EVERYWHERE, { id: `filler${stored}` });
  say(JSON.stringify({ stored, visible: visible.count, lost: lost.length, message }));
  for await (const _ of createInterface(process.stdin)) break;
  const [result] = await store.update(TENANCY, [write('create', `filler${stored}`, FILLER)]);
  say(
    JSON.stringify({
      result: result?.kind,
      found: (await store.find(EVERYWHERE, { id: `filler${stored}` })).length,
    }),
  );
  await store.close();
}

const [folder = '', mode, first = '0'] = process.argv.slice(2);
const store = await openEmbeddedEntityStore({ folder, dbName: 'orion' });
await (mode === 'fill' ? fill(store) : load(store, Number(first)));
