import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBroker } from '../support/each-store';
import { errorBody } from '../support/broker-client';

/** Lines reach the file shortly after the answer. */
async function logLines(folder: string, wanted: string): Promise<string[]> {
  for (let tries = 0; ; tries++) {
    const lines = readFileSync(join(folder, 'contextBroker.log'), 'utf8').split('\n');
    if (tries > 100 || lines.some((line) => line.includes(wanted)))
      return lines.filter((line) => line.includes(wanted));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('administration', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  beforeAll(async () => {
    broker = await startBroker(undefined, [
      '-statCounters',
      '-statTiming',
      '-statSemWait',
      '-logLevel',
      'DEBUG',
      '-t',
      '1-3',
    ]);
  });
  afterAll(async () => {
    await broker.stop();
  });
  const client = () => broker.client();

  it('GET /version tells what it is compatible with', async () => {
    const answer = await client().get('/version');
    expect(answer.header('Content-Type')).toBe('application/json');
    expect(answer.body).toMatch(
      /^\{\n"orion" : \{\n {2}"version" : "4\.7\.0",\n {2}"uptime" : "0 d, 0 h, 0 m, \d+ s",\n {2}"git_hash" : "[^"]+",\n/,
    );
    expect(answer.body.endsWith('\n}\n}\n')).toBe(true);
    expect(Object.keys((answer.json() as { orion: object }).orion)).toEqual([
      'version',
      'uptime',
      'git_hash',
      'compile_time',
      'compiled_by',
      'compiled_in',
      'release_date',
      'machine',
      'doc',
    ]);
    const withLibraries = (await client().get('/version?options=libVersions')).json() as {
      orion: { libversions: object };
    };
    expect(Object.keys(withLibraries.orion.libversions)).toHaveLength(10);
  });

  it('GET /v2 lists the resources', async () => {
    expect((await client().get('/v2')).body).toBe(
      '{"entities_url":"/v2/entities","types_url":"/v2/types","subscriptions_url":"/v2/subscriptions","registrations_url":"/v2/registrations"}',
    );
  });

  it('/admin/log changes and shows the log settings', async () => {
    const gap = ' '.repeat(12);
    const shown = (level: string, payload: number, line: number, deprecate: boolean) =>
      `{"level":"${level}",${gap}"infoPayloadMaxSize":${payload},${gap}"lineMaxSize":${line},${gap}"deprecate":${deprecate}}`;
    const change = async (query: string) => client().send('PUT', `/admin/log?${query}`);
    expect((await client().get('/admin/log')).body).toBe(shown('DEBUG', 5120, 32768, false));
    expect(await change('level=warning&infoPayloadMaxSize=100&lineMaxSize=900&deprecate=True')).toMatchObject(
      { status: 200, body: '' },
    );
    expect((await client().get('/admin/log')).body).toBe(shown('WARN', 100, 900, true));
    expect(await change('')).toMatchObject({
      status: 400,
      body: errorBody('BadRequest', 'log config missing'),
    });
    expect(await change('lineMaxSize=800&level=loud')).toMatchObject({
      status: 400,
      body: errorBody('BadRequest', 'invalid log level'),
    });
    expect((await client().get('/admin/log')).body).toBe(shown('WARN', 100, 800, true));
    expect((await change('lineMaxSize=-1')).body).toBe(
      errorBody('BadRequest', 'invalid lineMaxSize, lineMaxSize should be an integer number &gt; 0'),
    );
    expect((await change('infoPayloadMaxSize=x')).body).toBe(
      errorBody(
        'BadRequest',
        'invalid infoPayloadMaxSize, infoPayloadMaxSize should be an integer number &gt; 0',
      ),
    );
    expect(await client().send('PUT', '/admin/log?level=INFO', { body: {} })).toMatchObject({
      status: 501,
      body: errorBody('NotImplemented', 'Request Treat function not implemented'),
    });
    expect((await change('level=')).body).toBe(
      errorBody('BadRequest', 'Empty right-hand-side for URI param /level/'),
    );
    await change('level=INFO&infoPayloadMaxSize=5120&lineMaxSize=32768&deprecate=no');
    expect((await client().get('/admin/log')).body).toBe(shown('INFO', 5120, 32768, false));
  });

  it('/log/trace keeps a set of levels', async () => {
    const trace = async (method: string, list = '') =>
      (await client().send(method, `/log/trace${list}`)).body;
    expect(await trace('GET')).toBe('{"tracelevels":"1-3"}');
    expect(await trace('PUT', '/8,4-6')).toBe('{"tracelevels":"8,4-6"}');
    expect(await trace('GET')).toBe('{"tracelevels":"4-6, 8"}');
    expect(await trace('DELETE', '/5')).toBe('{"tracelevels_removed":"5"}');
    expect(await trace('GET')).toBe('{"tracelevels":"4, 6, 8"}');
    expect(await trace('PUT', '/abc')).toBe('{"tracelevels":"poorly formatted trace level string"}');
    expect(await trace('DELETE')).toBe('{"tracelevels":"all trace levels off"}');
    expect(await trace('GET')).toBe('{"tracelevels":"empty"}');
  });

  it('/statistics counts requests', async () => {
    expect((await client().delete('/statistics')).body).toBe('{"message":"All statistics counter reset"}');
    const one = client();
    await one.post('/v2/entities', { id: 'E', p: { type: 'geo:point', value: '1,2' } });
    await one.get('/v2/entities/E');
    await one.get('/nothing');
    await one.patch('/v2/entities', {});
    const { counters, timing, semWait, ...rest } = (await one.get('/statistics')).json() as Record<
      string,
      Record<string, unknown>
    >;
    expect(counters).toEqual({
      jsonRequests: 2,
      noPayloadRequests: 3,
      missedVerb: 1,
      invalidRequests: 1,
      deprecatedFeatures: { geoFormat: 1 },
      requests: {
        '/v2/entities': { POST: 1 },
        '/v2/entities/{id}[/attrs]': { GET: 1 },
        '/statistics': { GET: 1 },
      },
    });
    expect(Object.keys(timing!)).toEqual(['accumulated', 'last']);
    expect(Object.values(semWait!)).toEqual(Object.keys(semWait!).map(() => 0));
    expect(Object.keys(semWait!)).toEqual([
      'request',
      'dbConnectionPool',
      'transaction',
      'subCache',
      'connectionContext',
      'timeStat',
      'metrics',
    ]);
    expect(Object.keys(rest)).toEqual(['uptime_in_secs', 'measuring_interval_in_secs']);
    const full = (await one.get('/statistics?options=fullCounters')).json() as {
      counters: {
        textRequests: number;
        requests: unknown;
        requestsLegacy: unknown;
        deprecatedFeatures: object;
      };
      simulatedNotifications: number;
    };
    expect(full.simulatedNotifications).toBe(0);
    expect(full.counters.textRequests).toBe(0);
    expect(full.counters.requests).toHaveProperty(['/v2/entities'], { POST: 1, GET: 0, OPTIONS: 0 });
    expect(full.counters.requests).toMatchObject({
      '/v2/types': { GET: 0, OPTIONS: 0 },
      '/v2/op/notify': { POST: 0 },
      '/v2/entities/{id}[/attrs]': { GET: 1, POST: 0, PUT: 0, PATCH: 0, DELETE: 0, OPTIONS: 0 },
      '/log/trace[/{level}]': { GET: 0, PUT: 0, DELETE: 0 },
      '/statistics': { GET: 2, DELETE: 0 },
    });
    // Resources of our own are told of only once they are used.
    expect(full.counters.requests).not.toHaveProperty(['/admin/deprecations']);
    expect(full.counters.requestsLegacy).toEqual({
      '/v1/updateContext': { POST: 0 },
      '/ngsi10/updateContext': { POST: 0 },
      '/v1/queryContext': { POST: 0 },
      '/ngsi10/queryContext': { POST: 0 },
      '/v1/contextEntities/{id}': { PUT: 0, DELETE: 0 },
      '/v1/contextEntities/{id}/attributes/{name}': { GET: 0 },
    });
    expect(Object.keys(full.counters.deprecatedFeatures).sort()).toEqual([
      'geoFormat',
      'ngsiv1Forwarding',
      'ngsiv1NotifFormat',
      'ngsiv1Requests',
    ]);
  });

  it('/statistics leaves out payloads of NGSIv1 that are refused', async () => {
    const one = client();
    await one.delete('/statistics');
    const counted = async () => ((await one.get('/statistics')).json() as { counters: object }).counters;
    for (const body of ['{', '{}', '{"contextElements":[{"id":"E"}],"updateAction":"nonsense"}'])
      await one.send('POST', '/v1/updateContext', { body });
    expect(await counted()).not.toMatchObject({ jsonRequests: expect.anything() as unknown });
    expect(await counted()).not.toHaveProperty('requestsLegacy');
    const good = '{"contextElements":[{"id":"E"}],"updateAction":"APPEND"}';
    await one.send('POST', '/v1/updateContext', { body: good });
    expect(await counted()).toMatchObject({
      jsonRequests: 1,
      requestsLegacy: { '/v1/updateContext': { POST: 1 } },
    });
    await one.delete('/v2/entities/E');
  });

  it('/statistics counts by the row of a path and the verb, whatever the answer', async () => {
    const one = client();
    await one.delete('/statistics');
    expect((await one.get('/statistics')).json()).toMatchObject({
      timing: { last: { total: expect.anything() as unknown } },
    });
    await one.delete('/statistics');
    await one.post('/v2/entities/E', {});
    await one.delete('/v2/entities/E');
    await one.patch('/v2/registrations/1', {});
    await one.get('/v2/op/notify');
    await one.get('/v2/op/update');
    await one.send('OPTIONS', '/v2');
    await one.send('PUT', '/nothing');
    const { counters } = (await one.get('/statistics')).json() as { counters: object };
    expect(counters).toMatchObject({
      missedVerb: 1,
      invalidRequests: 2,
      requests: {
        // A row of /v2 has it with and without CORS.
        '/v2': { OPTIONS: 1 },
        '/v2/entities/{id}[/attrs]': { POST: 1, DELETE: 1 },
        '/v2/registrations/{id}': { PATCH: 1 },
      },
    });
    const full = (await one.get('/statistics?options=fullCounters')).json() as {
      counters: { requests: object };
    };
    expect(full.counters.requests).toMatchObject({ '/exit[/*]': { GET: 0 }, '/leak[/*]': { GET: 0 } });
  });

  it('/statistics knows no time of the database for a request that did not get so far', async () => {
    const one = client();
    const last = async () =>
      Object.keys(((await one.get('/statistics')).json() as { timing: { last: object } }).timing.last);
    await one.get('/v2/entities/E');
    expect(await last()).toEqual(['mongoBackend', 'total']);
    await one.get('/version');
    expect(await last()).toEqual(['total']);
  });

  it('/cache/statistics, /admin/sem', async () => {
    expect((await client().get('/cache/statistics')).json()).toMatchObject({
      ids: '',
      inserts: 0,
      removes: 0,
      updates: 0,
      items: 0,
    });
    expect((await client().delete('/cache/statistics')).body).toBe(
      '{"message":"All statistics counter reset"}',
    );
    expect((await client().get('/admin/sem')).body).toMatch(
      /^\{"dbConnectionPool":\{"status":"free"\},"dbConnection":/,
    );
  });

  it('/admin/metrics counts by service and subservice', async () => {
    await client().delete('/admin/metrics');
    const one = client();
    const path = { 'Fiware-ServicePath': '/a/#' };
    await one.get('/v2/entities', path);
    await one.get('/nothing');
    const { services, sum } = (await client().get('/admin/metrics?reset=true')).json() as Record<
      string,
      Record<string, Record<string, unknown>>
    >;
    expect(services![one.tenant]).toEqual({
      subservs: {
        a: {
          incomingTransactions: 1,
          incomingTransactionResponseSize: 2,
          serviceTime: expect.any(Number) as unknown,
        },
        'root-subserv': {
          incomingTransactions: 1,
          incomingTransactionErrors: 1,
          incomingTransactionResponseSize: 129,
          serviceTime: expect.any(Number) as unknown,
        },
      },
      sum: {
        incomingTransactions: 2,
        incomingTransactionErrors: 1,
        incomingTransactionResponseSize: 131,
        serviceTime: expect.any(Number) as unknown,
      },
    });
    expect(sum!['subservs']).toHaveProperty('a');
    // Counted twice, as in the original: answers of /log/trace, and those about a body that cannot be parsed.
    const twice = client();
    const size =
      (await twice.get('/log/trace')).body.length + (await twice.post('/v2/entities', '{')).body.length;
    const counted = (await client().get('/admin/metrics')).json() as typeof sum;
    expect(counted!['services']![twice.tenant]).toMatchObject({
      sum: { incomingTransactionResponseSize: 2 * size },
    });
    expect(await client().send('DELETE', '/admin/metrics')).toMatchObject({ status: 204, body: '' });
  });

  it('logs every request in the layout of the original', async () => {
    const one = client();
    const headers = { 'Fiware-Correlator': 'corr-1', 'Fiware-ServicePath': '/p', 'X-Real-IP': '10.1.2.3' };
    await one.post('/v2/entities', '{"id":\n"L"}', headers);
    await one.get('/v2/entities?limit=x', { ...headers, 'Fiware-Correlator': 'corr-2' });
    const [line] = await logLines(broker.folder, 'corr=corr-1');
    expect(line).toMatch(
      new RegExp(
        `^time=[^|]{24} \\| lvl=INFO \\| corr=corr-1 \\| trans=\\d+-\\d{3}-\\d{11} \\| from=10\\.1\\.2\\.3 \\| srv=${one.tenant} \\| subsrv=/p \\| comp=Orion \\| op=\\S+\\[\\d+\\]:\\S+ \\| msg=Request received: POST /v2/entities, request payload \\(11 bytes\\): \\{"id": "L"\\}, response code: 201$`,
      ),
    );
    const lines = await logLines(broker.folder, 'corr=corr-2');
    expect(
      lines.some((text) =>
        /msg=Request received: GET .v2.entities.limit=x, response code: 400, response payload .\d+ bytes.: \{"error":"BadRequest".*\}$/.test(
          text,
        ),
      ),
    ).toBe(true);
    expect(
      lines.some(
        (text) =>
          text.includes('lvl=WARN') &&
          text.includes('msg=Raising alarm BadInput 127.0.0.1: error in URI parameters (/v2/entities)'),
      ),
    ).toBe(true);
  });

  it('says in the alarm of a bad request what was wrong with it', async () => {
    const one = client();
    const headers = { 'Fiware-Correlator': 'bad-input' };
    const faults: readonly (readonly [send: () => Promise<unknown>, text: string])[] = [
      [() => one.get('/v2/nothing', headers), "service '/v2/nothing' not found"],
      [
        () => one.send('PATCH', '/v2/types', { headers, body: {} }),
        "bad verb for url '/v2/types', method 'PATCH'",
      ],
      [
        () => one.get('/v2/entities', { ...headers, 'Fiware-ServicePath': 'a' }),
        'error in ServicePath http-header (a)',
      ],
      [
        () => one.post('/v2/entities', '{"id"', headers),
        'JSON Parse Error (Missing a colon after a name of object member)',
      ],
      [() => one.post('/v2/entities', { id: 'a b' }, headers), 'Invalid characters in entity id (a b)'],
      [
        () => one.post('/v2/subscriptions', { subject: 1 }, headers),
        'JSON Parse Error (subject is not an object)',
      ],
    ];
    // A good request ends the alarm, so that the next bad one raises it.
    await one.get('/version');
    for (const [send] of faults) {
      await send();
      await one.get('/version', headers);
    }
    await logLines(broker.folder, faults.at(-1)![1]);
    const lines = (await logLines(broker.folder, 'corr=bad-input')).filter((text) =>
      text.includes('msg=Raising alarm BadInput'),
    );
    expect(lines.map((text) => text.split('BadInput 127.0.0.1: ')[1])).toEqual(
      faults.map(([, text]) => text),
    );
    await one.get('/v2/entities?idPattern=(a', headers);
    const [failed] = await logLines(broker.folder, 'regcomp');
    expect(failed).toMatch(/lvl=ERROR.*msg=regcomp\(\) failed for pattern '\(a': Unmatched \( or \\\($/);
  });

  it('logs deprecated location types when asked to', async () => {
    const one = client();
    const headers = { 'Fiware-Correlator': 'geo-1' };
    await one.post('/v2/entities', { id: 'A', p: { type: 'geo:point', value: '1,2' } }, headers);
    await one.send('PUT', '/admin/log?deprecate=true');
    await one.post('/v2/entities', { id: 'B', b: { type: 'geo:box', value: ['1,2', '3,4'] } }, headers);
    await one.send('PUT', '/admin/log?deprecate=false');
    const lines = (await logLines(broker.folder, 'Deprecated usage')).filter((line) =>
      line.includes('corr=geo-1'),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /lvl=WARN .* msg=Deprecated usage of geo:box detected in attribute b at entity update, please use geo:json instead$/,
    );
  });

  it('skips subscriptions of a notification loop with a warning', async () => {
    const one = client();
    await one.post(
      '/v2/entities',
      { id: 'Loop', type: 'T', a: { value: 1 } },
      { 'Fiware-Correlator': 'loop-1' },
    );
    const headers = { 'Fiware-Correlator': 'loop-1; cbnotif=1', 'Ngsiv2-AttrsFormat': 'custom' };
    expect(
      (await one.send('PATCH', '/v2/entities/Loop/attrs', { body: { a: { value: 2 } }, headers })).status,
    ).toBe(204);
    expect((await one.get('/v2/entities/Loop/attrs/a/value')).body).toBe('2');
  });
});

describe('switched off', () => {
  it('-disableMetrics answers 400', async () => {
    const broker = await startBroker(undefined, ['-disableMetrics']);
    const expected = { status: 400, body: errorBody('BadRequest', 'metrics desactivated') };
    expect(await broker.client().get('/admin/metrics')).toMatchObject(expected);
    expect(await broker.client().delete('/admin/metrics')).toMatchObject(expected);
    expect(Object.keys((await broker.client().get('/statistics')).json() as object)).toEqual([
      'uptime_in_secs',
      'measuring_interval_in_secs',
    ]);
    await broker.stop();
  });
});
