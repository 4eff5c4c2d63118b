import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entity, Registration } from '@smart-city/context';
import { ReceiverPolicy } from '@smart-city/receivers';
import type { RequestContext } from '../../../context/request-context';
import type { RegistrationStore } from '../../../storage/registration-store';
import { ngsiv2Wire } from '../../../faces/ngsiv2/provider/ngsiv2-wire';
import { RegistrationCache } from '../registration-cache';
import type { ForwardedRequest, ForwardingEvents } from './forwarding-events';
import { ForwardingService } from './forwarding.service';
import { ProviderCalls } from './provider-calls';
import { foreignAttribute, foreignEntity } from './foreign-entity';
import { inParallel } from './in-parallel';
import { ProviderClient } from './provider-client';
import { ProviderWires } from './provider-wire';

/** A context provider that answers as told and remembers what it was asked. */
async function provider(
  answer: (
    url: string,
    body: string,
  ) => { status?: number; text?: string; headers?: Record<string, string> } | 'hang',
) {
  const seen: { url: string; body: string; headers: IncomingHttpHeaders }[] = [];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', body, headers: request.headers });
      const {
        status = 200,
        text = '',
        headers = {},
      } = answer(request.url ?? '', body) as {
        status?: number;
        text?: string;
        headers?: Record<string, string>;
      };
      if (text !== 'hang')
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
    });
  };
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  servers.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`, seen };
}
const servers: Server[] = [];
const clients: ProviderClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

function forwarding(registrations: readonly Registration[], { limit = 1000, maxAnswerBytes = 100_000 } = {}) {
  const told: { failed: string[]; forwarded: ForwardedRequest[]; legacy: string[]; loops: number } = {
    failed: [],
    legacy: [],
    forwarded: [],
    loops: 0,
  };
  const events: ForwardingEvents = {
    started: () => undefined,
    forwarded: (_context, request) => void told.forwarded.push(request),
    failed: (_context, _url, detail) => void told.failed.push(detail),
    recovered: () => undefined,
    badAnswer: () => undefined,
    loopDetected: () => void (told.loops += 1),
    legacyUsed: (_context, _target, kind) => void told.legacy.push(kind),
  };
  const store = { list: async () => registrations } as unknown as RegistrationStore;
  const client = new ProviderClient({
    timeoutMs: 1_500,
    maxAnswerBytes,
    insecure: false,
    receivers: new ReceiverPolicy([], []),
  });
  clients.push(client);
  const cache = new RegistrationCache(store, { refreshMs: 0, isOff: false }, () => undefined);
  return {
    service: new ForwardingService(cache, new ProviderCalls(client, events, openWires()), events, limit),
    told,
  };
}
function openWires(): ProviderWires {
  const wires = new ProviderWires();
  wires.speak(ngsiv2Wire);
  wires.speak({
    name: 'plain',
    isDeprecated: true,
    renderQuery: () => ({ path: '/ask', logPath: '/ask', body: '{}' }),
    readQuery: ({ text }) => [
      foreignEntity('E', 'T', new Map([['A', foreignAttribute('string', text, new Map())]])),
    ],
    renderUpdate: () => ({ path: '/tell', logPath: '/tell', body: '{}' }),
    readUpdate: () => ({ kind: 'done' }),
  });
  return wires;
}

let ids = 0;
const registration = (url: string, attrs: readonly string[], protocol = 'ngsiv2'): Registration => ({
  id: `r${(ids += 1)}`,
  servicePath: '/',
  entities: [{ id: 'E', isPattern: false, type: 'T' }],
  attrs,
  provider: { url, forwardingMode: 'all', protocol },
});
function client(correlator = 'root') {
  let forwards = 0;
  const request = {
    method: 'GET',
    url: '/v2/entities/E',
    tenant: 't',
    service: 't',
    servicePaths: ['/'],
    correlator,
    authToken: 'token',
    tokenFor: () => 'token',
    attrsFormat: undefined,
    extendedQuery: false,
    options: new Set<never>(),
    preconditions: undefined,
    wantsTag: false,
    log: {} as RequestContext['log'],
    nextForwardCorrelator: () => `${correlator}; cbfwd=${(forwards += 1)}`,
    nextNotificationCorrelator: () => correlator,
  } satisfies RequestContext;
  return {
    request,
    tenancy: { tenant: 't', servicePath: '/', servicePaths: [{ path: '/', subtree: true }] },
  };
}
const ask = { selectors: [{ ids: ['E'] }], attrs: [], limit: 20, offset: 0 };
const update = (...names: string[]) => [
  {
    ref: { id: 'E', type: 'T' },
    attrs: names.map((name) => ({ name, type: 'command', value: 1, metadata: new Map() })),
  },
];
const nothing = { entities: [], count: 0 };

it('asks an NGSIv2 provider and carries the headers over', async () => {
  const far = await provider(() => ({
    text: '[{"id":"E","type":"T","A":{"type":"Text","value":"far","metadata":{}}}]',
    headers: { 'Fiware-Total-Count': '7' },
  }));
  const { service } = forwarding([registration(far.url, ['A'])]);
  const page = await service.forwardQuery(client(), ask, nothing);
  expect(page.entities[0]!.attrs.get('A')!.value).toBe('far');
  expect(page.count).toBe(7);
  expect(far.seen[0]).toMatchObject({
    url: '/v2/op/query?limit=20&offset=0&options=count',
    body: '{"entities":[{"id":"E","type":"T"}],"attrs":["A"]}',
    headers: {
      'fiware-service': 't',
      'fiware-servicepath': '/',
      'x-auth-token': 'token',
      'fiware-correlator': 'root; cbfwd=1',
      accept: 'application/json',
    },
  });
});

it('shows and counts no more than the client may see', async () => {
  const named = (id: string, type: string) =>
    `{"id":"${id}","type":"${type}","A":{"value":1},"B":{"value":2}}`;
  const far = await provider(() => ({
    text: `[${named('E', 'T')},${named('F', 'Secret')}]`,
    headers: { 'Fiware-Total-Count': '7' },
  }));
  const all = (path: string): Registration => ({
    ...registration(far.url, []),
    servicePath: path,
    entities: [{ id: '.*', isPattern: true }],
  });
  const seenOf = (entity: Entity): Entity | undefined =>
    entity.type === 'Secret' || entity.servicePath === '/secret'
      ? undefined
      : { ...entity, attrs: new Map([...entity.attrs].filter(([name]) => name === 'A')) };
  const asked = { ...ask, selectors: [], seenOf };
  const { entities, count } = await forwarding([all('/a')]).service.forwardQuery(client(), asked, nothing);
  expect(entities.map(({ id, attrs }) => [id, ...attrs.keys()])).toEqual([['E', 'A']]);
  expect(count).toBe(1);
  const elsewhere = await forwarding([all('/secret')]).service.forwardQuery(client(), asked, nothing);
  expect(elsewhere).toEqual({ entities: [], count: 0 });
});

it('lets a provider that fails cost only its own attributes', async () => {
  const good = await provider(() => ({ text: '[{"id":"E","type":"T","A":{"value":1}}]' }));
  const hanging = await provider(() => ({ text: 'hang' }));
  const garbage = await provider(() => ({ text: '{"not":"a list"' }));
  const huge = await provider(() => ({ text: `[${'1,'.repeat(100_000)}1]` }));
  const moved = await provider(() => ({ status: 302, headers: { Location: good.url } }));
  const broken = await provider(() => ({ status: 500, text: '[]' }));
  const all = [
    [good.url, 'A'],
    [hanging.url, 'B'],
    [garbage.url, 'C'],
    [huge.url, 'D'],
    [moved.url, 'E'],
    [broken.url, 'F'],
    ['http://127.0.0.1:1', 'G'],
  ] as const;
  const { service, told } = forwarding(all.map(([url, name]) => registration(url, [name])));
  const page = await service.forwardQuery(client(), ask, { entities: [] });
  expect(page).toEqual({ entities: [expect.objectContaining({ id: 'E' })] });
  expect([...page.entities[0]!.attrs.keys()]).toEqual(['A']);
  expect(told.failed).toHaveLength(6);
  expect(told.forwarded.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      '200',
      '302',
      '500',
      'Timeout was reached',
      'Could not connect to server',
      'the answer is too large',
    ]),
  );
  expect(good.seen).toHaveLength(1);
});

it('asks no more providers than the limit', async () => {
  const far = await provider((_url, body) => ({ text: '[]', headers: { x: String(body.length) } }));
  const { service } = forwarding(
    [1, 2, 3].map((n) => registration(`${far.url}/${n}`, [`A${n}`])),
    { limit: 2 },
  );
  await service.forwardQuery(client(), ask, { entities: [] });
  expect(far.seen).toHaveLength(2);
});

it('names the attributes of an update whose providers are beyond the limit', async () => {
  const far = await provider(() => ({ status: 204 }));
  const registrations = ['A', 'B'].map((name) => registration(`${far.url}/${name}`, [name]));
  const { service } = forwarding(registrations, { limit: 1 });
  expect(await service.forwardUpdates(client(), update('A', 'B'))).toMatchObject([
    {
      updated: ['A'],
      failed: ['B'],
      attributes: [{ fate: { kind: 'updated' } }, { fate: { kind: 'unasked' } }],
    },
  ]);
  expect(far.seen).toHaveLength(1);
});

it('asks nobody with a limit of 0, and tells of an update that somebody would have it', async () => {
  const far = await provider(() => ({ status: 204 }));
  const { service } = forwarding([registration(far.url, ['A'])], { limit: 0 });
  expect([service.mayForward('t'), service.mayForwardQuery('t')]).toEqual([true, false]);
  expect(await service.forwardQuery(client(), ask, { entities: [] })).toEqual({ entities: [] });
  expect(await service.forwardUpdates(client(), update('A'))).toMatchObject([
    { matched: true, updated: [], failed: ['A'], attributes: [{ fate: { kind: 'unasked' } }] },
  ]);
  expect(far.seen).toEqual([]);
});

it('takes 204 alone as done, 404 as missing, others as failures', async () => {
  for (const [status, updated] of [
    [204, true],
    [200, false],
    [404, false],
    [422, false],
    [500, false],
    [301, false],
  ] as const) {
    const far = await provider(() => ({ status }));
    const { service } = forwarding([registration(far.url, ['A'])]);
    expect(await service.forwardUpdates(client(), update('A'))).toMatchObject([
      { matched: true, updated: updated ? ['A'] : [], failed: updated ? [] : ['A'] },
    ]);
  }
  const { service } = forwarding([]);
  expect(await service.forwardUpdates(client(), update('A'))).toMatchObject([
    { matched: false, updated: [], failed: ['A'] },
  ]);
  expect([service.mayForward('t'), service.mayForwardQuery('t')]).toEqual([false, false]);
});

it('speaks to each provider in the protocol that its registration names', async () => {
  const far = await provider(() => ({ text: 'far' }));
  const { service, told } = forwarding([registration(far.url, ['A'], 'plain')]);
  expect((await service.forwardQuery(client(), ask, nothing)).entities[0]!.attrs.get('A')).toMatchObject({
    type: 'string',
    value: 'far',
  });
  expect(await service.forwardUpdates(client(), update('A'))).toMatchObject([
    { matched: true, updated: ['A'], failed: [] },
  ]);
  expect(far.seen.map(({ url }) => url)).toEqual(['/v2/ask', '/v2/tell']);
  expect(told.legacy).toEqual(['query', 'update']);
});

it('asks no provider whose protocol no face speaks, and says so', async () => {
  const far = await provider(() => ({ text: '[]' }));
  const { service, told } = forwarding([registration(far.url, ['A'], 'other')]);
  expect((await service.forwardQuery(client(), ask, nothing)).entities).toEqual([]);
  expect(await service.forwardUpdates(client(), update('A'))).toMatchObject([
    { matched: true, updated: [], failed: ['A'] },
  ]);
  expect(told.failed).toEqual(Array.from({ length: 2 }, () => 'no interface of this broker speaks other'));
  expect(far.seen).toEqual([]);
});

it('stops a loop: a request that comes back is answered from here', async () => {
  const parts: { service?: ForwardingService } = {};
  const backs: unknown[] = [];
  const server = createServer((request, response) => {
    request.resume();
    void parts
      .service!.forwardQuery(client(String(request.headers['fiware-correlator'])), ask, {
        entities: [],
      })
      .then((page) => {
        backs.push(page);
        response.end('[]');
      });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  servers.push(server);
  const { service, told } = forwarding([
    registration(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`, ['A']),
  ]);
  parts.service = service;
  await service.forwardQuery(client(), ask, { entities: [] });
  expect(backs).toHaveLength(1);
  expect(told.loops).toBe(1);
});

it('asks at most fifty providers at the same time, and all in the end', async () => {
  let open = 0;
  let most = 0;
  const results = await inParallel(
    Array.from({ length: 200 }, (_, at) => at),
    50,
    async (at) => {
      most = Math.max(most, (open += 1));
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return at * 2;
    },
  );
  expect(most).toBe(50);
  expect(results).toEqual(Array.from({ length: 200 }, (_, at) => at * 2));
  expect(await inParallel([], 50, (at) => at)).toEqual([]);
});
