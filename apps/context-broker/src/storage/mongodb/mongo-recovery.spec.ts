import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { ALL_SERVICE_PATHS, NgsiError, type EntityUpdate } from '@smart-city/context';
import { orionError } from '@smart-city/ngsiv2';
import { MongoDatabases } from './mongo-databases';
import { MongoEntityStore } from './mongo-entity-store';
import { describeOnMongo, freshDatabaseName, mongoUri, openMongoEntityStore } from './mongo-test-server';

/** A way to the server that can be cut and opened again: to the driver, a server that is killed and restarted. */
class CuttableServer {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  constructor(private readonly target: URL) {}

  /** The target's address with its credentials and options, by this way. */
  get uri(): string {
    const uri = new URL(this.target);
    uri.hostname = '127.0.0.1';
    uri.port = String(this.port);
    uri.searchParams.set('directConnection', 'true');
    return uri.href;
  }

  async open(): Promise<void> {
    const server = createServer((incoming) => {
      const outgoing = connect(Number(this.target.port || 27017), this.target.hostname);
      for (const [socket, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        this.sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.sockets.delete(socket);
          other.destroy();
        });
      }
      incoming.pipe(outgoing).pipe(incoming);
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    this.server = server;
  }

  async cut(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

const path = { tenant: '', servicePath: '/' };
const everywhere = { tenant: '', servicePaths: ALL_SERVICE_PATHS };
const create = (id: string): EntityUpdate => ({ action: 'create', ref: { id, type: 'T' }, attrs: [] });

describe('the way to a server', () => {
  it('keeps credentials and options of the address', () => {
    const way = new CuttableServer(new URL('mongodb://user:p%40ss@db.test:27018/?authSource=admin'));
    expect(way.uri).toBe('mongodb://user:p%40ss@127.0.0.1:0/?authSource=admin&directConnection=true');
  });
});

describeOnMongo('a database that goes away', () => {
  let server: CuttableServer;
  beforeEach(async () => {
    server = new CuttableServer(new URL(mongoUri ?? 'mongodb://localhost'));
    await server.open();
  });
  afterEach(() => server.cut());

  it('gives 500 errors, and works again without a restart', async () => {
    const alarms: string[] = [];
    let recoveries = 0;
    const store = await openMongoEntityStore({
      uri: server.uri,
      dbName: freshDatabaseName(),
      serverSelectionTimeoutMs: 1_500,
      monitor: { failed: (detail) => alarms.push(detail), recovered: () => recoveries++ },
    });
    expect(await store.update(path, [create('E')])).toMatchObject([{ kind: 'done' }]);

    await server.cut();
    const results = await store.update(
      path,
      Array.from({ length: 50 }, (_, n) => create(`N${n}`)),
    );
    expect(
      results.map((result) => (result.kind === 'failed' ? orionError(result.error).status : result.kind)),
    ).toEqual(Array<number>(50).fill(500));
    const refused = await store.find(everywhere, { id: 'E' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(NgsiError);
    expect((refused as NgsiError).error).toBe('InternalServerError');
    expect((refused as NgsiError).message).toMatch(
      /^Database Error \(collection: \w+\.entities - query\(\): \{ "_id\.id" : "E" \} - exception: /,
    );
    await expect(store.ping()).rejects.toThrow('Database Error');
    await expect(store.listTenants()).rejects.toThrow('Database Error');
    expect(alarms[0]).toMatch(/^collection: \w+\.entities - /);

    await server.open();
    const before = recoveries;
    expect(await untilFound(store)).toBe('E');
    expect(recoveries).toBeGreaterThan(before);
    expect(await store.update(path, [create('F')])).toMatchObject([{ kind: 'done' }]);
    await store.close();
  });

  it('at start is waited for, with one line of Orion in the log', async () => {
    await server.cut();
    const errors: string[] = [];
    const options = {
      uri: server.uri,
      dbName: freshDatabaseName(),
      startRetries: 200,
      startRetryIntervalMs: 50,
    };
    const opening = MongoDatabases.connect({ ...options, monitor: { error: (text) => errors.push(text) } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await server.open();
    await (await opening).close();
    expect(errors).toEqual([
      'Database Startup Error (cannot connect to mongo - doing 200 retries with a 50 millisecond interval)',
    ]);
  });

  it('at start is given up in the end', async () => {
    await server.cut();
    const options = {
      uri: server.uri,
      dbName: freshDatabaseName(),
      startRetries: 3,
      startRetryIntervalMs: 20,
    };
    await expect(MongoDatabases.connect(options)).rejects.toThrow(
      'Database Error (connection failed, after 3 retries:',
    );
  });
});

/** The driver needs a moment to see that the server is back. */
async function untilFound(store: MongoEntityStore): Promise<string | undefined> {
  for (let tries = 0; tries < 100; tries++) {
    const found = await store.find(everywhere, { id: 'E' }).catch(() => undefined);
    if (found) return found[0]?.id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return undefined;
}
