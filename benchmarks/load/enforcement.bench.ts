import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJson, printJson } from '../report';
import { startBroker } from './broker-servers';
import { provision, withToken } from './guarded-application';
import { startIdentityManager } from './identity-servers';
import { generateLoad, httpRequest, type LoadResult } from './load-generator';
import { takeSecondCore, type PinnedServer } from './pinned-server';

// PATCH of one attribute with enforcement on and decisions cached, against the same broker without it in the same run: once with
// an opaque token, once with a JWT that the broker checks itself. Then with every decision asked anew. `--json` prints a report.

const ENTITIES = 1_000;
const CONNECTIONS = 32;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const ROUNDS = 6;

async function fill({ port }: PinnedServer, token: string | undefined): Promise<void> {
  let n = -1;
  const request = () => {
    n += 1;
    const body = JSON.stringify({ id: `Room${n}`, type: 'Room', temperature: { type: 'Number', value: n } });
    return withToken(httpRequest('POST', '/v2/entities', body), token);
  };
  while (n < ENTITIES) await generateLoad({ port, connections: CONNECTIONS, seconds: 0.5, request });
}

interface Round extends LoadResult {
  /** Processor time of the broker, all threads: noise of the machine touches it less than the rate. */
  readonly cpuMicroseconds: number;
}

async function patches(server: PinnedServer, token: string | undefined, round: number): Promise<Round> {
  const before = server.cpuMs() ?? 0;
  const result = await generateLoad({
    port: server.port,
    connections: CONNECTIONS,
    seconds: SECONDS,
    request: (n) =>
      withToken(
        httpRequest(
          'PATCH',
          `/v2/entities/Room${n % ENTITIES}/attrs`,
          `{"temperature":{"value":${n}.${round},"type":"Number"}}`,
        ),
        token,
      ),
  });
  const requests = result.requestsPerSecond * SECONDS;
  return { ...result, cpuMicroseconds: Math.round((((server.cpuMs() ?? 0) - before) * 1000) / requests) };
}

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const folders = await Promise.all(
  ['identity', 'open', 'guarded', 'asking'].map(async (name) => {
    await mkdir(join(folder, name));
    return join(folder, name);
  }),
);
const identity = await startIdentityManager({ IDM_DATA_DIR: folders[0]! });
const { application, opaque, jwt } = await provision(
  identity,
  'bench',
  ['POST', 'PATCH'].map((action) => ({ action, resource: '^/v2/', is_regex: true })),
);
const guarded = (seconds: string) => [
  ...['-authz', '-authzUrl', identity.url, '-authzAppId', application.id],
  ...['-authzJwtSecret', application.jwt_secret, '-authzCacheTime', seconds],
];
const open = await startBroker(folders[1]!);
const cached = await startBroker(folders[2]!, guarded('3600'));
const asking = await startBroker(folders[3]!, guarded('0'));
const sides = [
  { name: 'unguarded', server: open, token: undefined },
  { name: 'guarded, opaque token, cached', server: cached, token: opaque },
  { name: 'guarded, JWT, cached', server: cached, token: jwt },
  { name: 'guarded, opaque token, asked each time', server: asking, token: opaque },
];
try {
  await fill(open, undefined);
  await fill(cached, opaque);
  await fill(asking, opaque);
  const best = new Map<string, Round>();
  // Round 0 warms up: code and decisions.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, server, token } of sides) {
      const result = await patches(server, token, round);
      if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests were refused`);
      if (round === 0) continue;
      const { requestsPerSecond, cpuMicroseconds } = best.get(name) ?? {
        requestsPerSecond: 0,
        cpuMicroseconds: Infinity,
      };
      best.set(name, {
        ...(result.requestsPerSecond > requestsPerSecond ? result : best.get(name)!),
        cpuMicroseconds: Math.min(cpuMicroseconds, result.cpuMicroseconds),
      });
    }
  }
  const floor = best.get('unguarded')!;
  const results = [...best].map(([name, result]) => ({
    name,
    ratio: Math.round((result.requestsPerSecond / floor.requestsPerSecond) * 100) / 100,
    cpuRatio: Math.round((floor.cpuMicroseconds / result.cpuMicroseconds) * 100) / 100,
    ...result,
  }));
  if (asJson) printJson({ connections: CONNECTIONS, results });
  else console.table(results);
} finally {
  await Promise.all([open.stop(), cached.stop(), asking.stop(), identity.stop()]);
  await rm(folder, { recursive: true });
}
