import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startBroker } from './broker-servers';
import { provision, withToken } from './guarded-application';
import { startIdentityManager } from './identity-servers';
import { generateLoad, httpRequest } from './load-generator';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// GET of one entity and of a list, opaque token, decisions known: with permissions on entities against a permission on the path,
// at the same broker in the same run. `--json` prints a report.

const ENTITIES = 1_000;
const CONNECTIONS = 32;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);

const create = { entities: { verbs: ['create'] } };
const rooms = { verbs: ['read'], types: ['Room'] };
const PERMISSIONS: Readonly<Record<string, readonly object[]>> = {
  path: [
    { action: 'POST', resource: '/v2/entities' },
    { action: 'GET', resource: '^/v2/', is_regex: true },
  ],
  types: [create, { entities: rooms }],
  attributes: [create, { entities: { ...rooms, attrs: ['temperature', 'occupant'], service_paths: ['/#'] } }],
};
const REQUESTS: Readonly<Record<string, (n: number) => string>> = {
  'one entity': (n) => httpRequest('GET', `/v2/entities/Room${n % 100}?type=Room`),
  'limit=20 of a type': () => httpRequest('GET', '/v2/entities?type=Room&limit=20'),
  'limit=20 of all, half of them hidden': () => httpRequest('GET', '/v2/entities?limit=20'),
};

async function fill({ port }: PinnedServer, token: string): Promise<void> {
  let n = -1;
  const request = () => {
    n += 1;
    const type = n % 2 === 0 ? 'Room' : 'Car';
    const temperature = { type: 'Number', value: n };
    const occupant = { type: 'Text', value: `Ann ${n}` };
    const entity = { id: `${type}${n >> 1}`, type, temperature, occupant };
    return withToken(httpRequest('POST', '/v2/entities', JSON.stringify(entity)), token);
  };
  while (n < 2 * ENTITIES) await generateLoad({ port, connections: 1, seconds: 0.3, request });
}

interface Side {
  readonly name: string;
  readonly server: PinnedServer;
  readonly token: string;
}

/** @returns microseconds of the broker's processor time for a request, all threads */
async function measure({ name, server, token }: Side, request: (n: number) => string): Promise<number> {
  const before = server.cpuMs() ?? 0;
  const { requests, failures } = await generateLoad({
    port: server.port,
    connections: CONNECTIONS,
    seconds: SECONDS,
    request: (n) => withToken(request(n), token),
  });
  if (failures > 0) throw new Error(`${name}: ${failures} requests were refused`);
  return Math.round((((server.cpuMs() ?? 0) - before) * 10_000) / requests) / 10;
}

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const folderOf = async (name: string) => {
  await mkdir(join(folder, name));
  return join(folder, name);
};
const identity = await startIdentityManager({ IDM_DATA_DIR: await folderOf('identity') });
const sides: Side[] = [];
try {
  for (const [name, permissions] of Object.entries(PERMISSIONS)) {
    const { application, opaque: token } = await provision(identity, name, permissions);
    const guarded = ['-authz', '-authzUrl', identity.url, '-authzAppId', application.id];
    const server = await startBroker(await folderOf(name), [...guarded, '-authzCacheTime', '3600']);
    sides.push({ name, server, token });
    await fill(server, token);
  }
  const results = [];
  for (const [name, request] of Object.entries(REQUESTS)) {
    const least: Record<string, number> = {};
    // Round 0 warms up: code and decisions.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const side of sides) {
        const cpuUs = await measure(side, request);
        if (round > 0) least[side.name] = Math.min(least[side.name] ?? Infinity, cpuUs);
      }
    results.push({ name, ...least });
  }
  if (asJson) printJson({ connections: CONNECTIONS, results });
  else console.table(results);
} finally {
  await Promise.all([...sides.map(({ server }) => server.stop()), identity.stop()]);
  await rm(folder, { recursive: true });
}
