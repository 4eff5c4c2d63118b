import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { ALL_SERVICE_PATHS, type EntityQuery } from '@smart-city/context';
import { change } from '../contract/contract-kit';
import { openEmbeddedEntityStore, type EmbeddedEntityStore } from './embedded-entity-store';
import { ReaderPool } from './reader-pool';

const TIMEOUT_MS = 5_000;
const page: EntityQuery = { selectors: [], orderBy: [], limit: 1, offset: 0, count: true };
/** Takes far longer than the limit: every expression is tried on every entity. */
const endless: EntityQuery = {
  ...page,
  selectors: Array.from({ length: 1_500 }, (_, n) => ({
    idPattern: `^(.?a){90}.*b{3}.*(ab?){${50 + (n % 100)}}$`,
  })),
};

/** Threads that hold on to demanding queries for ever, without work for a processor, and answer others with how many there are. */
const HOLDING = `
  import { parentPort } from 'node:worker_threads';
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  parentPort.on('message', ({ id, request }) => {
    if (request.query.selectors.length > 0) Atomics.wait(nobody, 0, 0);
    parentPort.postMessage({ id, answer: { count: 2000 } });
  });`;

describe('queries that take long', () => {
  let folder: string;
  let pool: ReaderPool;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'readers-'));
    const file = join(folder, 'holding.mjs');
    await writeFile(file, HOLDING);
    // One thread that is held is enough; the others get the spare ones.
    pool = new ReaderPool({ readers: 1, timeoutMs: TIMEOUT_MS, file });
  });
  afterAll(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });
  const ask = (path: string, query: EntityQuery) =>
    pool.run({ path, servicePaths: ALL_SERVICE_PATHS, query });

  it('are ended and refused, while other tenants and plain queries of the same one are answered', async () => {
    const outcomes = Promise.allSettled(Array.from({ length: 6 }, () => ask('heavy', endless)));
    let areOver = false;
    void outcomes.then(() => (areOver = true));
    for (const tenant of ['light', 'heavy', 'light', 'heavy'])
      expect((await ask(tenant, page)).count).toBe(2_000);
    expect(areOver).toBe(false);
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
      Array.from({ length: 50 }, (_, n) => ask(n % 2 ? 'heavy' : 'light', page)),
    );
    expect(answers.every(({ count }) => count === 2_000)).toBe(true);
  });
});

describe('a query in the middle of its work', () => {
  let folder: string;
  let store: EmbeddedEntityStore;
  const everything = (tenant: string) => ({ tenant, servicePaths: ALL_SERVICE_PATHS });
  const create = (tenant: string, id: string) =>
    store.update({ tenant, servicePath: '/' }, [change('create', { id, type: 'T' })]);
  const limit = { queryTimeoutMs: 200 };
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const open = async (options: { readonly queryTimeoutMs?: number } = {}) => {
    folder = await mkdtemp(join(tmpdir(), 'readers-'));
    store = await openEmbeddedEntityStore({ folder, dbName: 'orion', readers: 1, ...options });
    await create('light', 'E');
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => create('heavy', `${'ab'.repeat(1_000)}${n}`)));
  };

  it('is ended after its time', async () => {
    await open(limit);
    await expect(store.query(everything('heavy'), endless)).rejects.toMatchObject({
      error: 'GatewayTimeout',
      message: `the query took longer than ${limit.queryTimeoutMs} milliseconds`,
    });
  });

  it('is ended with the store', async () => {
    await open();
    const slow = store.query(everything('heavy'), endless);
    const refused = expect(slow).rejects.toMatchObject({ error: 'InternalServerError' });
    expect((await store.query(everything('light'), page)).count).toBe(1);
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
