// A throw-away PostgreSQL for the tests: node tools/test-servers/postgres.mjs
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { runAs, serverFolder, serverUser, startServer, stayUntilStopped } from './child-server.mjs';
import { freePort } from './free-port.mjs';

/** Debian keeps the programs of each major version apart. */
function programs() {
  const root = '/usr/lib/postgresql';
  const newest = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0];
  return join(root, newest, 'bin');
}

async function answers(connectionString) {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @returns {Promise<{env: Record<string, string>, stop(): Promise<void>}>} */
export async function start() {
  const user = serverUser('postgres');
  const folder = serverFolder('idm-postgres-', user);
  const bin = programs();
  const port = await freePort();
  runAs(
    user,
    join(bin, 'initdb'),
    // The letters of every language, whatever the shell's own locale.
    ['-D', join(folder, 'data'), '-U', 'idm', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    folder,
  );
  const url = `postgresql://idm:idm@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 300,
    fsync: 'off',
  };
  const server = await startServer({
    command: join(bin, 'postgres'),
    args: [
      '-D',
      join(folder, 'data'),
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    user,
    folder,
    port,
    isReady: () => answers(url),
    // Fast shutdown: sessions that tests left open do not hold it up.
    signal: 'SIGINT',
  });
  return { env: { IDM_TEST_POSTGRES_URL: url }, stop: server.stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await stayUntilStopped(start);
