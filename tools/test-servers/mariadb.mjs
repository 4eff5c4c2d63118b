// A throw-away MariaDB for the tests: node tools/test-servers/mariadb.mjs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { runAs, serverFolder, serverUser, startServer, stayUntilStopped } from './child-server.mjs';
import { freePort } from './free-port.mjs';

async function answers(url) {
  try {
    const connection = await mysql.createConnection(url);
    await connection.query('SELECT 1');
    await connection.end();
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<{env: Record<string, string>, stop(): Promise<void>}>} */
export async function start() {
  const user = serverUser('mysql');
  const folder = serverFolder('idm-mariadb-', user);
  const port = await freePort();
  const data = join(folder, 'data');
  runAs(
    user,
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    folder,
  );
  const init = join(folder, 'init.sql');
  writeFileSync(
    init,
    "CREATE USER 'idm'@'%' IDENTIFIED BY 'idm';\nGRANT ALL ON *.* TO 'idm'@'%';\nCREATE DATABASE idm;\n",
    { mode: 0o644 },
  );
  const url = `mysql://idm:idm@127.0.0.1:${port}/idm`;
  const server = await startServer({
    command: '/usr/sbin/mariadbd',
    args: [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--init-file=${init}`,
      '--max-connections=300',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=64M',
      '--skip-name-resolve',
    ],
    user,
    folder,
    port,
    isReady: () => answers(url),
  });
  return { env: { IDM_TEST_MYSQL_URL: url }, stop: server.stop };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await stayUntilStopped(start);
