import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateLoad, httpRequest, type LoadResult } from './load-generator';
import { startBroker } from './broker-servers';
import { takeSecondCore } from './pinned-server';
import { asJson, printJson } from '../report';

// What forwarding and NGSIv1 cost, on the built broker with the embedded store:
//   a query that three local providers answer, against the slowest of them asked directly (at most 1.3 times its time);
//   an update in a service without registrations, against the same update where providers are registered for others;
//   updateContext of NGSIv1, against the same update as NGSIv2 (at least 0.8 of its rate).
// `--json` prints a report that two commits can be compared by.

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = 3;
const DELAYS_MS = [10, 15, 20];
const SLOWEST = DELAYS_MS.length - 1;

/** Answers every query with one attribute after a time. */
async function startProvider(delayMs: number, attribute: string): Promise<Server> {
  const body = JSON.stringify([
    { id: 'Far', type: 'T', [attribute]: { type: 'Number', value: 1, metadata: {} } },
  ]);
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () =>
      setTimeout(
        () =>
          response
            .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
            .end(body),
        delayMs,
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const withHeader = (text: string, header: string): string =>
  text.replace('Host: localhost\r\n', `Host: localhost\r\n${header}\r\n`);

interface Comparison {
  readonly name: string;
  readonly of: LoadResult;
  readonly against: LoadResult;
}

type Side = { readonly port: number; readonly connections: number; readonly request: (n: number) => string };

/** Alternates between the two, so that the machine's other work falls on both; the better round of each counts. */
async function compare(name: string, of: Side, against: Side): Promise<Comparison> {
  const best: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, side] of [of, against].entries()) {
      const result = await generateLoad({ ...side, seconds: SECONDS });
      if (result.requestsPerSecond > (best[at]?.requestsPerSecond ?? -1)) best[at] = result;
    }
  }
  return { name, of: best[0]!, against: best[1]! };
}

takeSecondCore();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const broker = await startBroker(folder);
const providers = await Promise.all(DELAYS_MS.map((delayMs, at) => startProvider(delayMs, `A${at}`)));
try {
  const send = (method: string, path: string, tenant: string, body: unknown) =>
    fetch(`http://127.0.0.1:${broker.port}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'Fiware-Service': tenant },
      body: JSON.stringify(body),
    });
  for (const [at, provider] of providers.entries()) {
    const dataProvided = { entities: [{ id: 'Far', type: 'T' }], attrs: [`A${at}`] };
    for (const tenant of ['far', 'others'])
      await send('POST', '/v2/registrations', tenant, {
        dataProvided,
        provider: { http: { url: `http://127.0.0.1:${portOf(provider)}` } },
      });
  }
  for (const tenant of ['none', 'others'])
    await send('POST', '/v2/entities', tenant, { id: 'Here', type: 'T', a: { type: 'Number', value: 0 } });
  const patch = (tenant: string) => (n: number) =>
    withHeader(
      httpRequest('PATCH', '/v2/entities/Here/attrs?type=T', `{"a":{"value":${n},"type":"Number"}}`),
      `Fiware-Service: ${tenant}`,
    );
  const updateContext = (n: number) =>
    withHeader(
      httpRequest(
        'POST',
        '/v1/updateContext',
        `{"contextElements":[{"type":"T","isPattern":"false","id":"Here","attributes":[{"name":"a","type":"Number","value":${n}}]}],"updateAction":"UPDATE"}`,
      ),
      'Fiware-Service: none',
    );
  const query = () => withHeader(httpRequest('GET', '/v2/entities/Far?type=T'), 'Fiware-Service: far');
  const direct = () =>
    httpRequest('POST', '/op/query', '{"entities":[{"id":"Far","type":"T"}],"attrs":["A"]}');
  const { port } = broker;
  const comparisons = [
    await compare(
      'query over three providers / slowest provider alone (time)',
      { port, connections: 1, request: query },
      { port: portOf(providers[SLOWEST]!), connections: 1, request: direct },
    ),
    await compare(
      'update without registrations / with registrations for others (rate)',
      { port, connections: 32, request: patch('none') },
      { port, connections: 32, request: patch('others') },
    ),
    await compare(
      'NGSIv1 updateContext / NGSIv2 PATCH (rate)',
      { port, connections: 32, request: updateContext },
      { port, connections: 32, request: patch('none') },
    ),
  ];
  const results = comparisons.map(({ name, of, against }, at) => {
    const ratio = at === 0 ? of.p50Ms / against.p50Ms : of.requestsPerSecond / against.requestsPerSecond;
    return { name, ratio: Math.round(ratio * 100) / 100, of, against };
  });
  if (asJson) printJson({ results });
  else for (const result of results) console.log(result);
} finally {
  await broker.stop();
  for (const provider of providers) {
    provider.closeAllConnections();
    provider.close();
  }
  await rm(folder, { recursive: true });
}
