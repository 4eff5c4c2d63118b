import { eventually, RawConnection } from '@smart-city/testing';
import { describeEachStore, startBroker } from '../support/each-store';
import type { WireAnswer } from '../support/broker-client';

const names = ({ headers }: WireAnswer) => headers.map(([name]) => name);

/** An answer with all of the body that its length announces. */
function isWhole(received: string): boolean {
  const [head, ...rest] = received.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head ?? '')?.[1];
  return length !== undefined && rest.join('\r\n\r\n').length >= Number(length);
}

/** Sends text as it stands. @returns the answer, or what came until the broker closed the connection */
async function raw(url: string, text: string): Promise<string> {
  const connection = RawConnection.open(url).send(text);
  await Promise.race([connection.untilClosed(), eventually(() => isWhole(connection.received))]);
  connection.close();
  return connection.received;
}

describeEachStore('answers on the wire', (broker) => {
  it('spells and orders headers as the original', async () => {
    const client = broker().client();
    const made = await client.post('/v2/entities', { id: 'E', type: 'T' });
    expect(names(made).filter((name) => name !== 'Connection')).toEqual([
      'Date',
      'Fiware-Correlator',
      'Location',
      'Content-Length',
    ]);
    expect(made).toMatchObject({ status: 201, reason: 'Created', body: '' });
    expect(made.header('Content-Length')).toBe('0');
    const listed = await client.get('/v2/entities?options=count');
    expect(names(listed).filter((name) => name !== 'Connection')).toEqual([
      'Date',
      'Fiware-Correlator',
      'Fiware-Total-Count',
      'Content-Type',
      'Content-Length',
    ]);
    expect(listed.header('Content-Type')).toBe('application/json');
    const deleted = await client.delete('/v2/entities/E');
    expect(names(deleted).filter((name) => name !== 'Connection')).toEqual(['Date', 'Fiware-Correlator']);
    expect(deleted).toMatchObject({ status: 204, reason: 'No Content', body: '' });
  });

  it('keeps connections without a word about it', async () => {
    const text = await raw(
      broker().url,
      'GET /v2 HTTP/1.1\r\nHost: h\r\nFiware-Correlator: c\r\n\r\nGET /nothing HTTP/1.1\r\nHost: h\r\nFiware-Correlator: d\r\n\r\n',
    );
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(2);
    expect(text).not.toMatch(/keep-alive/i);
    expect(text).toMatch(
      /^HTTP\/1\.1 200 OK\r\nDate: [^\r]+ GMT\r\nFiware-Correlator: c\r\nContent-Type: application\/json\r\nContent-Length: 135\r\n\r\n\{/,
    );
  });

  it('echoes the correlator, or makes a time-based UUID in lower case', async () => {
    const client = broker().client();
    expect(
      (await client.get('/v2/entities', { 'Fiware-Correlator': 'abc; cbnotif=1' })).header(
        'Fiware-Correlator',
      ),
    ).toBe('abc; cbnotif=1');
    const made = (await client.get('/nothing')).header('Fiware-Correlator');
    expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await client.get('/nothing')).header('Fiware-Correlator')).not.toBe(made);
  });

  it('uses current reason phrases', async () => {
    const client = broker().client();
    await client.post('/v2/entities', { id: 'E' });
    expect(await client.post('/v2/entities', { id: 'E' })).toMatchObject({
      status: 422,
      reason: 'Unprocessable Content',
    });
  });

  it('answers HEAD like a wrong verb, without a body', async () => {
    const answer = await broker().client().send('HEAD', '/v2/entities');
    expect(answer).toMatchObject({ status: 405, body: '' });
    expect(answer.header('Allow')).toBe('POST, GET');
  });

  it('answers 405 to any word for a method', async () => {
    const answer = await raw(
      broker().url,
      'BADVERB /v2/entities?limit=1 HTTP/1.1\r\nHost: h\r\nFiware-Correlator: c\r\n\r\n',
    );
    expect(answer).toMatch(
      /^HTTP\/1\.1 405 Method Not Allowed\r\nDate: [^\r]+\r\nFiware-Correlator: c\r\nAllow: POST, GET\r\nContent-Type: application\/json\r\nContent-Length: 63\r\n\r\n\{"error":"MethodNotAllowed","description":"method not allowed"\}$/,
    );
    expect(await raw(broker().url, 'BADVERB /nothing HTTP/1.1\r\nHost: h\r\n\r\n')).toContain(
      'Service not found. Check your URL',
    );
  });

  it('takes the last of repeated header fields, and all of Accept', async () => {
    const post = await raw(
      broker().url,
      'POST /v2/entities HTTP/1.1\r\nHost: h\r\nFiware-Correlator: a\r\nFiware-Correlator: b\r\nFiware-Service: no-tenant\r\nFiware-Service: last\r\nFiware-ServicePath: /a\r\nFiware-ServicePath: /b\r\nContent-Type: application/xml\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{"id":"E"}',
    );
    expect(post).toMatch(/^HTTP\/1\.1 201 Created\r\n[^]*Fiware-Correlator: b\r\n/);
    const stored = await broker()
      .client()
      .get('/v2/entities', { 'Fiware-Service': 'last', 'Fiware-ServicePath': '/b' });
    expect(stored.body).toBe('[{"id":"E","type":"Thing"}]');
    expect(
      await raw(
        broker().url,
        'GET /v2 HTTP/1.1\r\nHost: h\r\nAccept: image/png\r\nAccept: application/json\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('survives broken requests', async () => {
    const { url } = broker();
    expect(await raw(url, 'NONSENSE\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/json\r\n[^{]*\{"error":"BadRequest","description":/,
    );
    // A body cut off: nobody is answered and nothing is written.
    await RawConnection.open(url)
      .send(
        'POST /v2/entities HTTP/1.1\r\nHost: h\r\nFiware-Service: cut\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id":"CUT","a":{"value":1}}',
      )
      .sendNothingMore()
      .untilClosed();
    await raw(url, 'GET /v2/entities/%zz%%4 HTTP/1.1\r\nHost: h\r\n\r\n');
    await raw(url, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: h\r\n\r\n`);
    await raw(url, 'PROPFIND /v2/entities HTTP/1.1\r\nHost: h\r\n\r\n');
    const after = await broker().client().get('/v2/entities', { 'Fiware-Service': 'cut' });
    expect(after).toMatchObject({ status: 200, body: '[]' });
  });

  it('a refused request whose body comes late keeps its connection', async () => {
    const connection = RawConnection.open(broker().url).send(
      'POST /v2/entities HTTP/1.1\r\nHost: h\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n',
    );
    await eventually(() => connection.received.includes('415'));
    connection.send('{"a"GET /version HTTP/1.1\r\nHost: h\r\n\r\n');
    await eventually(() => connection.received.includes('200 OK'));
    connection.close();
  });

  it('refuses header injection by names in the Location header', async () => {
    const answer = await broker().client().post('/v2/entities', { id: 'a\r\nX: y', type: 'T' });
    expect(answer).toMatchObject({
      status: 400,
      body: '{"error":"BadRequest","description":"Invalid characters in entity id"}',
    });
  });
});

describe('CORS', () => {
  let any: Awaited<ReturnType<typeof startBroker>>;
  let one: Awaited<ReturnType<typeof startBroker>>;
  beforeAll(async () => {
    [any, one] = await Promise.all([
      startBroker(undefined, ['-corsOrigin', '__ALL', '-corsMaxAge', '600']),
      startBroker(undefined, ['-corsOrigin', 'http://good.org']),
    ]);
  });
  afterAll(async () => {
    await Promise.all([any.stop(), one.stop()]);
  });

  it('answers preflight requests', async () => {
    const answer = await any.client().send('OPTIONS', '/v2/entities', { headers: { Origin: 'http://x' } });
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.header('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.header('Access-Control-Allow-Methods')).toBe('GET, POST, OPTIONS');
    expect(answer.header('Access-Control-Max-Age')).toBe('600');
    expect(answer.header('Access-Control-Allow-Headers')).toBe(
      'Content-Type, Fiware-Service, Fiware-Servicepath, Ngsiv2-AttrsFormat, Fiware-Correlator, X-Forwarded-For, X-Real-IP, X-Auth-Token, Authorization',
    );
    for (const [path, methods] of [
      ['/v2', 'GET, OPTIONS'],
      ['/v2/entities/E', 'GET, DELETE, OPTIONS'],
      ['/v2/entities/E/attrs', 'GET, PATCH, POST, PUT, OPTIONS'],
      ['/v2/entities/E/attrs/a', 'GET, PUT, DELETE, OPTIONS'],
      ['/v2/subscriptions/1', 'GET, DELETE, PATCH, OPTIONS'],
      ['/v2/op/query', 'POST, OPTIONS'],
    ] as const) {
      const preflight = await any.client().send('OPTIONS', path, { headers: { Origin: 'http://x' } });
      expect(preflight.header('Access-Control-Allow-Methods')).toBe(methods);
    }
    const version = await any.client().send('OPTIONS', '/version', { headers: { Origin: 'http://x' } });
    expect(version.header('Access-Control-Allow-Methods')).toBe('GET, OPTIONS');
    expect((await any.client().send('OPTIONS', '/v2/op/notify')).status).toBe(400);
  });

  it('exposes its headers on ordinary answers, not on 405', async () => {
    const answer = await any.client().get('/v2/entities', { Origin: 'http://x' });
    expect(answer.header('Access-Control-Expose-Headers')).toBe(
      'Fiware-Correlator, Fiware-Total-Count, Location',
    );
    const refused = await any.client().send('DELETE', '/v2/entities', { headers: { Origin: 'http://x' } });
    expect(refused.header('Allow')).toBe('POST, GET, OPTIONS');
    expect(refused.header('Access-Control-Allow-Origin')).toBeUndefined();
    expect((await any.client().get('/v2/entities')).header('Access-Control-Allow-Origin')).toBeUndefined();
    const ngsiv1 = (method: string) =>
      any.client().send(method, '/v1/contextEntities/E/attributes/a', { headers: { Origin: 'http://x' } });
    expect((await ngsiv1('GET')).header('Access-Control-Allow-Origin')).toBe('*');
    expect((await ngsiv1('DELETE')).header('Access-Control-Allow-Origin')).toBeUndefined();
  });

  it('knows one origin when only one is allowed', async () => {
    expect(
      (await one.client().get('/v2/entities', { Origin: 'http://good.org' })).header(
        'Access-Control-Allow-Origin',
      ),
    ).toBe('http://good.org');
    expect(
      (await one.client().get('/v2/entities', { Origin: 'http://bad.org' })).header(
        'Access-Control-Allow-Origin',
      ),
    ).toBeUndefined();
  });
});
