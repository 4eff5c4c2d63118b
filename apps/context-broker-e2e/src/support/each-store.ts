import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedService, startService, type ServiceProcess } from '@smart-city/testing';
import { BrokerClient } from './broker-client';

/** A running broker, of one suite or shared. */
export interface RunningBroker {
  readonly url: string;
  readonly service: ServiceProcess;
  /** A client with a tenant of its own: tests never see each other's data. */
  readonly client: () => BrokerClient;
}

export interface StoreKind {
  readonly name: 'embedded' | 'mongodb';
  readonly dbUri: (folder: string) => string;
}

const EMBEDDED: StoreKind = { name: 'embedded', dbUri: (folder) => `sqlite:${join(folder, 'data')}` };
const mongoUri = process.env['MONGODB_URI'];
const MONGODB: StoreKind = { name: 'mongodb', dbUri: () => mongoUri! };

/**
 * False on mongo-java-server, the stand-in of the tests, which has no geo operators and no bound on expressions:
 * `mongo-filter.spec.ts` asserts the filters that are sent there. A real MongoDB (MONGODB_REAL=1) can do it all.
 */
export const isFullDatabase = ({ name }: StoreKind): boolean =>
  name === 'embedded' || Boolean(process.env['MONGODB_REAL']);

/** A name that no other broker or test of this run has; a database's may have ten characters. */
const freshName = () => `t${randomBytes(5).readUIntBE(0, 5).toString(36)}`;

/** Starts a built broker with a folder of its own; `stop` also removes the folder. */
export async function startBroker(
  store: StoreKind = EMBEDDED,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const service = await startService('context-broker', {
    args: [
      '-port',
      '0',
      '-multiservice',
      '-db',
      freshName(),
      '-dbURI',
      store.dbUri(folder),
      '-logDir',
      folder,
      '-pidpath',
      join(folder, 'pid'),
      ...args,
    ],
    env,
  });
  const broker: RunningBroker & { stop(): Promise<number | null>; readonly folder: string } = {
    url: service.url,
    service,
    folder,
    client: () => new BrokerClient(service.url, freshName()),
    async stop() {
      const code = await service.stop();
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
  return broker;
}

/**
 * A broker for all suites of this process that ask for the same flags, or none; they see its log and its counters, and nobody
 * stops it.
 */
export const sharedBroker = (
  store: StoreKind = EMBEDDED,
  args: readonly string[] = [],
): Promise<RunningBroker> =>
  sharedService(['context broker on', store.name, ...args].join(' '), async () => {
    const broker = await startBroker(store, args);
    return { shared: broker, process: broker.service, remove: () => broker.stop() };
  });

type Suite = (broker: () => RunningBroker, store: StoreKind) => void;

/**
 * Runs a suite against a broker on each store: the embedded one always, MongoDB when MONGODB_URI names a server. Suites with the
 * same flags share it (see {@link sharedBroker}).
 *
 * @param broker  the running broker; call it inside tests and hooks only
 */
export function describeEachStore(title: string, suite: Suite, args: readonly string[] = []): void {
  onEachStore(title, suite, (store) => lend(store, args));
}

/** Like {@link describeEachStore}, for tests that stop the broker, or count what is not theirs. */
export const describeEachFreshStore = (title: string, suite: Suite, args: readonly string[] = []): void =>
  onEachStore(title, suite, (store) => startBroker(store, args));

/** The shared broker, to be given back. */
const lend = async (store: StoreKind, args: readonly string[]) => ({
  ...(await sharedBroker(store, args)),
  stop: async () => {},
});

function onEachStore(
  title: string,
  suite: Suite,
  open: (store: StoreKind) => Promise<RunningBroker & { stop(): Promise<unknown> }>,
): void {
  const on = (store: StoreKind) => {
    describe(`${title} (${store.name})`, () => {
      let running: Awaited<ReturnType<typeof open>> | undefined;
      beforeAll(async () => {
        running = await open(store);
      }, 60_000);
      afterAll(async () => {
        await running?.stop();
      });
      suite(() => running!, store);
    });
  };
  on(EMBEDDED);
  if (mongoUri) on(MONGODB);
  else
    describe.skip(`${title} (mongodb): MONGODB_URI names no server`, () => it.todo('runs with MONGODB_URI'));
}

/** Like `describe`; says so and skips when MONGODB_URI names no server. */
export const describeOnMongo: (name: string, suite: () => void) => void = mongoUri
  ? describe
  : (name, suite) => describe.skip(`${name} (skipped: MONGODB_URI names no server)`, suite);
