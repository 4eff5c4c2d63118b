import { createHash } from 'node:crypto';
import { postgresDatabase, sqliteDatabase } from './identity-database';
import { asJson, printJson } from '../report';
import { adminPassword, startIdentityFloor, startIdentityManager } from './identity-servers';
import { generateLoad, type LoadResult } from './load-generator';
import { tokenKey } from '../../apps/identity-manager/src/subjects/tokens/tokens.repository';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// Tokens and validation against the same server answering a constant after reading the body, in the same run:
// 32 connections, the load made on the other core. `--json` prints a report two commits can be compared by.
// `--postgres` takes the server of IDM_TEST_POSTGRES_URL (tools/test-servers/with-all.mjs starts one) in place of SQLite.
// Last it asks GET /user while 20 logins are hashed: p99 should stay within twice its idle value.

const CONNECTIONS = 32;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = 3;
const REFRESH_TOKENS = 150_000;
const started = Date.now();

interface Prepared {
  readonly application: { readonly id: string; readonly secret: string };
  readonly userId: string;
  readonly token: string;
}

async function call(server: PinnedServer, method: string, path: string, body: object, token?: string) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { 'x-auth-token': token }) },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return {
    headers: response.headers,
    body: (await response.json()) as Record<string, Record<string, string>>,
  };
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

/** A form post as it goes over the wire. */
const post = (path: string, body: string, authorization = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}Content-Type: application/x-www-form-urlencoded\r\n` +
  `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const basicOf = ({ id, secret }: Prepared['application']) =>
  `Authorization: Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}\r\n`;

/** An application, the administrator with a role that permits GET /data, and a token. */
async function prepare(server: PinnedServer): Promise<Prepared> {
  const login = await call(server, 'POST', '/v1/auth/tokens', {
    name: 'admin@test.com',
    password: adminPassword,
  });
  const auth = login.headers.get('x-subject-token') ?? '';
  const api = async (method: string, path: string, body: object = {}) =>
    (await call(server, method, `/v1${path}`, body, auth)).body;
  const { application } = await api('POST', '/applications', {
    application: {
      name: 'benchmark',
      description: 'b',
      url: 'http://localhost',
      redirect_uri: 'http://localhost/cb',
      grant_type: ['password', 'client_credentials', 'refresh_token'],
      token_types: ['jwt', 'permanent'],
    },
  });
  const { id = '', secret = '' } = application ?? {};
  const { role } = await api('POST', `/applications/${id}/roles`, { role: { name: 'reader' } });
  const { permission } = await api('POST', `/applications/${id}/permissions`, {
    permission: { name: 'read', action: 'GET', resource: '/data' },
  });
  await api('PUT', `/applications/${id}/roles/${role?.['id']}/permissions/${permission?.['id']}`);
  await api('PUT', `/applications/${id}/users/admin/roles/${role?.['id']}`);
  const response = await fetch(`${server.url}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form({ grant_type: 'password', username: 'admin@test.com', password: adminPassword }),
  });
  const { access_token: token = '' } = (await response.json()) as Record<string, string>;
  return { application: { id, secret }, userId: 'admin', token };
}

interface Measured extends LoadResult {
  /** Processor time of the server per request, microseconds; steadier than the rate on a busy machine. */
  readonly cpuUs: number;
}

async function measure(server: PinnedServer, request: () => string): Promise<Measured> {
  const before = server.cpuMs() ?? 0;
  const result = await generateLoad({
    port: server.port,
    connections: CONNECTIONS,
    seconds: SECONDS,
    request,
  });
  const usedMs = (server.cpuMs() ?? 0) - before;
  return { ...result, cpuUs: Math.round((usedMs * 1000) / (result.requestsPerSecond * SECONDS)) };
}

/** Issued over the last day, used in the order in which they were issued, as clients do whose access tokens expire. */
const refreshToken = (n: number) => {
  const second = Math.floor(started / 1000 - 86_400 + (n * 86_400) / REFRESH_TOKENS);
  return second.toString(16) + createHash('sha1').update(`refresh ${n}`).digest('hex').slice(0, 32);
};

/** Refresh tokens enough for every request of the run: each can be used once. */
const storedTokens = ({ application, userId }: Prepared) =>
  Array.from({ length: REFRESH_TOKENS }, (_, n) => ({
    hash: tokenKey(refreshToken(n)),
    applicationId: application.id,
    userId,
  }));

takeSecondCore();
const database = process.argv.includes('--postgres')
  ? await postgresDatabase(process.env['IDM_TEST_POSTGRES_URL'] ?? '')
  : await sqliteDatabase();
const floor = await startIdentityFloor();
const manager = await startIdentityManager(database.env);
try {
  const prepared = await prepare(manager);
  await database.storeRefreshTokens(storedTokens(prepared));
  const authorization = basicOf(prepared.application);
  const credentials = form({ grant_type: 'client_credentials' });
  const jwt = form({ grant_type: 'client_credentials', scope: 'jwt' });
  const user = `access_token=${prepared.token}&app_id=${prepared.application.id}&action=GET&resource=%2Fdata`;
  let used = 0;
  const nextRefresh = () =>
    form({ grant_type: 'refresh_token', refresh_token: refreshToken(used++ % REFRESH_TOKENS) });
  const scenarios = [
    {
      name: 'client_credentials',
      floor: post('/floor', credentials, authorization),
      request: () => post('/oauth2/token', credentials, authorization),
    },
    {
      name: 'refresh',
      floor: post('/floor', nextRefresh(), authorization),
      request: () => post('/oauth2/token', nextRefresh(), authorization),
    },
    { name: 'user with decision', floor: get(`/floor?${user}`), request: () => get(`/user?${user}`) },
    {
      name: 'JWT',
      floor: post('/floor', jwt, authorization),
      request: () => post('/oauth2/token', jwt, authorization),
    },
  ];
  const results: { name: string; ratio: number; cpuRatio: number; floor: Measured; manager: Measured }[] = [];
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  for (const scenario of scenarios.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
  )) {
    const best: Partial<Record<'floor' | 'manager', Measured>> = {};
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const [side, server, request] of [
        ['floor', floor, () => scenario.floor],
        ['manager', manager, scenario.request],
      ] as const) {
        const result = await measure(server, request);
        if (result.failures > 0)
          throw new Error(`${scenario.name}: ${result.failures} requests failed at the ${side}`);
        if (result.requestsPerSecond > (best[side]?.requestsPerSecond ?? 0)) best[side] = result;
      }
    }
    if (!best.floor || !best.manager) throw new Error(`${scenario.name}: no answers`);
    const ratio = Math.round((best.manager.requestsPerSecond / best.floor.requestsPerSecond) * 100) / 100;
    const cpuRatio = Math.round((best.floor.cpuUs / best.manager.cpuUs) * 100) / 100;
    results.push({ name: scenario.name, ratio, cpuRatio, floor: best.floor, manager: best.manager });
    if (!asJson) console.log(scenario.name, { ratio, cpuRatio, floor: best.floor, manager: best.manager });
  }
  const hashing = await userWhileHashing(manager, get(`/user?${user}`), authorization);
  if (asJson) {
    printJson({ connections: CONNECTIONS, database: database.name, results, hashing });
  } else console.log('GET /user while 20 logins are hashed', hashing);
} finally {
  await Promise.all([floor.stop(), manager.stop()]);
  await database.drop();
}

/** GET /user on one connection, idle and while 20 logins are always under way. */
async function userWhileHashing(server: PinnedServer, request: string, authorization: string) {
  const ask = () =>
    generateLoad({ port: server.port, connections: 1, seconds: SECONDS, request: () => request });
  const idle = await ask();
  const login = post(
    '/oauth2/token',
    form({ grant_type: 'password', username: 'admin@test.com', password: adminPassword }),
    authorization,
  );
  const logins = generateLoad({
    port: server.port,
    connections: 20,
    seconds: SECONDS + 1,
    request: () => login,
  });
  const busy = await ask();
  const { requestsPerSecond: loginsPerSecond, failures } = await logins;
  return { idleP99Ms: idle.p99Ms, busyP99Ms: busy.p99Ms, loginsPerSecond, failures };
}
