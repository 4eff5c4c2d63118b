import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Broker, send } from '../support/broker';
import { Identity } from '../support/identity';

/** The embedded stores on a full disk: a clear error, no corruption, and well again by itself. */
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

/** No file of the process may grow beyond what its largest database file has: what a full disk does, without filling one. */
function fillDisk(pid: number, folder: string): void {
  const sizes = databasesIn(folder).map((file) => statSync(file).size);
  limit(pid, String(Math.max(...sizes)));
}

const freeDisk = (pid: number) => limit(pid, 'unlimited');

function limit(pid: number, bytes: string): void {
  // The soft limit alone, so that it can be lifted again.
  const { status, stderr } = spawnSync('prlimit', [`--fsize=${bytes}:`, '--pid', String(pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

const databasesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:sqlite|db)(?:-wal)?$/.test(name))
    .map((name) => join(folder, name));

/** What SQLite itself says of every database, after the process ended. */
const integrityOf = (folder: string) =>
  databasesIn(folder)
    .filter((file) => !file.endsWith('-wal'))
    .map((file) => {
      const database = new Database(file, { readonly: true });
      try {
        return database.pragma('integrity_check', { simple: true });
      } finally {
        database.close();
      }
    });

const LARGE = 'x'.repeat(200_000);

(hasPrlimit ? describe : describe.skip)(`disk full${hasPrlimit ? '' : ' (skipped: no prlimit)'}`, () => {
  it('the broker answers 500 to writes, goes on reading, keeps what it acknowledged, and writes again', async () => {
    const broker = await Broker.start();
    const create = (id: string) =>
      broker.send('POST', '/v2/entities', { body: { id, type: 'T', a: { type: 'Text', value: LARGE } } });
    const ids = async () =>
      (
        JSON.parse((await broker.send('GET', '/v2/entities?limit=1000&attrs=none')).body) as { id: string }[]
      ).map(({ id }) => id);
    try {
      const acknowledged: string[] = [];
      expect((await create('before')).status).toBe(201);
      acknowledged.push('before');
      fillDisk(broker.pid, broker.folder);
      let refused: Awaited<ReturnType<typeof create>> | undefined;
      for (let n = 0; !refused && n < 200; n++) {
        const answer = await create(`full${n}`);
        if (answer.status === 201) acknowledged.push(`full${n}`);
        else refused = answer;
      }
      expect(refused).toMatchObject({ status: 500 });
      expect(JSON.parse(refused?.body ?? '')).toMatchObject({ error: 'InternalServerError' });
      expect((await ids()).toSorted()).toEqual(acknowledged.toSorted());
      expect((await broker.send('GET', '/health/live')).status).toBe(200);
      expect((await broker.send('GET', '/health/ready')).status).toBe(503);

      freeDisk(broker.pid);
      expect((await broker.send('GET', '/health/ready')).status).toBe(200);
      expect((await create('after')).status).toBe(201);
      expect((await ids()).toSorted()).toEqual([...acknowledged, 'after'].toSorted());
      await broker.stop();
      expect(new Set(integrityOf(broker.folder))).toEqual(new Set(['ok']));
    } finally {
      await broker.dispose();
    }
  });

  it('the identity manager answers 503 to writes, goes on validating, and writes again', async () => {
    const identity = await Identity.start();
    try {
      const application = await identity.createApplication();
      const user = await identity.createUser(application, [{ action: 'GET', resource: '/data' }]);
      const token = await identity.token(application, user);
      const validated = () =>
        send(identity.url, 'GET', `/user?access_token=${token}&action=GET&resource=/data`);
      const issued = async () => {
        const fields = { grant_type: 'client_credentials' };
        return (await identity.asClient(application, '/oauth2/token', fields)).status;
      };
      fillDisk(identity.pid, identity.folder);
      let status = 200;
      for (let n = 0; status === 200 && n < 2000; n++) status = await issued();
      expect(status).toBe(503);
      expect(await validated()).toMatchObject({
        status: 200,
        body: expect.stringContaining('Permit') as unknown,
      });

      freeDisk(identity.pid);
      expect(await issued()).toBe(200);
      await identity.stop();
      expect(new Set(integrityOf(identity.folder))).toEqual(new Set(['ok']));
    } finally {
      await identity.dispose();
    }
  });
});
