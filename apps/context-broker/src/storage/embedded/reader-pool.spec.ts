import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { ALL_SERVICE_PATHS, type EntityQuery } from '@smart-city/ngsi';
import { change } from '../contract/contract-kit';
import { openEmbeddedEntityStore, type EmbeddedEntityStore } from './embedded-entity-store';
import { ReaderPool } from './reader-pool';

const TIMEOUT_MS = 5_000;
const everything = (tenant: string) => ({ tenant, servicePaths: ALL_SERVICE_PATHS });
const page: EntityQuery = { selectors: [], orderBy: [], limit: 1, offset: 0, count: true };
/** Takes far longer than the limit: every expression is tried on every entity. */
const endless: EntityQuery = {
  ...page,
  selectors: Array.from({ length: 1_500 }, (_, n) => ({
    idPattern: `^(.?a){90}.*b{3}.*(ab?){${50 + (n % 100)}}$`,
  })),
};

describe('queries that take long', () => {
  let folder: string;
  let store: EmbeddedEntityStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'readers-'));
    store = await openEmbeddedEntityStore({
      folder,
      dbName: 'orion',
      // One thread that counts in vain is enough for a processor; the others get the spare ones.
      readers: 1,
      queryTimeoutMs: TIMEOUT_MS,
    });
    const ids = Array.from({ length: 2_000 }, (_, n) => `${'ab'.repeat(1_000)}${n}`);
    for (const tenant of ['heavy', 'light'])
      await store.update(
        { tenant, servicePath: '/' },
        ids.map((id) => change('create', { id, type: 'T' })),
      );
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('are ended and refused, while other tenants and plain queries of the same one are answered', async () => {
    const outcomes = Promise.allSettled(
      Array.from({ length: 6 }, () => store.query(everything('heavy'), endless)),
    );
    // Waiting counts: if these had to wait for the others, they would be refused, too.
    for (const tenant of ['light', 'heavy', 'light', 'heavy'])
      expect((await store.query(everything(tenant), page)).count).toBe(2_000);
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: {
          error: 'GatewayTimeout',
          status: 504,
          message: `the query took longer than ${TIMEOUT_MS} milliseconds`,
        },
      });
  });

  it('leave threads behind that work', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => store.query(everything(n % 2 ? 'heavy' : 'light'), page)),
    );
    expect(answers.every(({ count }) => count === 2_000)).toBe(true);
  });

  it('close with the store', async () => {
    const slow = store.query(everything('heavy'), endless);
    const refused = expect(slow).rejects.toMatchObject({ error: 'InternalServerError' });
    await store.query(everything('light'), page);
    await store.close();
    await refused;
  });
});

describe('the first thread', () => {
  it('can be there before the first query, which it then answers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'readers-'));
    const started = new BroadcastChannel('reader started');
    const file = join(folder, 'reader.mjs');
    await writeFile(
      file,
      `import { BroadcastChannel, parentPort } from 'node:worker_threads';
      let queries = 0;
      parentPort.on('message', ({ id }) => parentPort.postMessage({ id, answer: { count: (queries += 1) } }));
      const started = new BroadcastChannel('reader started');
      started.postMessage(1);
      started.close();`,
    );
    const pool = new ReaderPool({ readers: 2, timeoutMs: 0, file });
    try {
      const isStarted = new Promise((resolve) => (started.onmessage = resolve));
      await pool.startAhead();
      await isStarted;
      await pool.startAhead();
      for (const count of [1, 2])
        expect(await pool.run({ path: 'x', servicePaths: [], query: page })).toEqual({ count });
    } finally {
      started.close();
      await pool.close();
      await rm(folder, { recursive: true });
    }
  });
});
