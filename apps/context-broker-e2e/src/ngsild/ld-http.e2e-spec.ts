import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '@smart-city/testing';
import { BrokerClient } from '../support/broker-client';
import { describeEachStore } from '../support/each-store';
import { LdClient, LD_JSON, linkTo, outcome } from './ld-client';

// Sections that these tests show:
// docs/behaviour/ngsi-ld.md#requests

describeEachStore('HTTP of NGSI-LD', (broker) => {
  const client = () => new LdClient(broker());
  const ID = 'urn:ngsi-ld:T:1';

  it.each<[string, string, string | undefined]>([
    ['application/json', '200', 'application/json'],
    ['*/*', '200', 'application/json'],
    ['application/ld+json', '200', 'application/ld+json'],
    ['application/ld+json, application/json;q=0.1', '200', 'application/json'],
    ['application/json;q=0, */*', '200', 'application/ld+json'],
    ['application/json;q=0,*/*', '200', 'application/ld+json'],
    ['application/ld+json;q=x', '200', 'application/ld+json'],
    ['application/geo+json, application/ld+json', '200', 'application/ld+json'],
    ['application/*', '200', 'application/json'],
    ['text/html', '406', 'application/json'],
    ['application/json;q=0', '406', 'application/json'],
  ])('Accept: %s gives %s %s', async (accept, status, type) => {
    const ld = client();
    await ld.make({});
    const answer = await ld.get(`/entities/${ID}`, { Accept: accept });
    expect([String(answer.status), answer.header('Content-Type')]).toEqual([status, type]);
  });

  it('gives GeoJSON where it can', async () => {
    const ld = client();
    await ld.make({});
    const geo = { Accept: 'application/geo+json' };
    expect((await ld.get(`/entities/${ID}`, geo)).status).toBe(200);
    const refused = await ld.get('/jsonldContexts', geo);
    expect(refused).toMatchObject({ status: 406, reason: 'Not Acceptable' });
    expect(refused.body).toContain('application/ld+json');
  });

  it.each<[string, string]>([
    ['text/plain', '415'],
    ['application/merge-patch+json', '415'],
    ['application/json; charset=utf-8', '201'],
  ])('POST of %s: %s', async (type, status) => {
    const answer = await client().post('/entities', JSON.stringify({ id: ID, type: 'T' }), {
      'Content-Type': type,
    });
    expect(String(answer.status)).toBe(status);
    expect(answer.body).toBe('');
  });

  it('wants a length of what is written, or chunks', async () => {
    const ld = client();
    const body = JSON.stringify({ id: ID, type: 'T' });
    const chunked = await ld.post('/entities', body, { 'Transfer-Encoding': 'chunked' });
    expect(chunked.status).toBe(201);
    const empty = await ld.post('/entities', '', {
      'Content-Type': 'application/json',
      'Content-Length': '0',
    });
    expect(outcome(empty)).toBe('400 InvalidRequest');
  });

  it.each<[string, string, string, string | undefined]>([
    ['DELETE', '/entityOperations/create', '405', 'POST'],
    ['POST', `/entities/${ID}`, '405', 'GET, PUT, PATCH, DELETE'],
    ['GET', `/entities/${ID}/attrs/a`, '405', 'PATCH, PUT, DELETE'],
    ['PUT', '/entities/', '400 BadRequestData', undefined],
    ['PATCH', '/entities/', '400 BadRequestData', undefined],
    ['GET', '/none', '404 ResourceNotFound', undefined],
    ['GET', '/../v1/entitie', '404 ResourceNotFound', undefined],
  ])('%s %s: %s', async (method, path, expected, allow) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const answer = await client().send(method, path, body);
    expect(outcome(answer)).toBe(expected);
    expect(answer.header('Allow')).toBe(allow);
  });

  it('takes names and ids percent-encoded once, also with slashes', async () => {
    const ld = client();
    const name = 'https://example.org/a/b#c';
    await ld.make({ [name]: 1 }, 'https://example.org/T/1');
    const path = `/entities/${encodeURIComponent('https://example.org/T/1')}/attrs/${encodeURIComponent(name)}`;
    expect(outcome(await ld.patch(path, { value: 2 }))).toBe('204');
    expect(await ld.shown('https://example.org/T/1')).toEqual({ type: 'T', [name]: 2 });
  });

  it('names ids of any script in a Location', async () => {
    const answer = await client().post('/entities', { id: 'urn:a:größe-日本', type: 'T' });
    expect(decodeURIComponent(answer.header('Location')!)).toBe('/ngsi-ld/v1/entities/urn:a:größe-日本');
  });

  it.each<[string, Record<string, string>]>([
    ['two links to contexts', { Link: `${linkTo('http://a.org').Link}, ${linkTo('http://b.org').Link}` }],
    ['a link that is no address', linkTo('context')],
    ['a link to a file', linkTo('file:///etc/passwd')],
  ])('refuses %s', async (_, headers) => {
    const ld = client();
    await ld.make({});
    expect(outcome(await ld.get(`/entities/${ID}`, headers))).toBe('400 BadRequestData');
  });

  it('leaves other links alone', async () => {
    const ld = client();
    await ld.make({});
    const headers = { Link: '<http://a.org/x,y>; rel="next", <http://b.org>; rel=prev' };
    expect(outcome(await ld.get(`/entities/${ID}`, headers))).toBe('200');
  });

  it('refuses an unknown parameter before the body', async () => {
    const answer = await client().post('/entities?foo=1', '{', { 'Content-Type': 'application/json' });
    expect(answer.json()).toMatchObject({ title: 'Unknown parameter', status: 400 });
    expect(outcome(await client().post('/entities?local=maybe', { id: ID, type: 'T' }))).toBe(
      '400 BadRequestData',
    );
  });

  it('takes Fiware-Service for the tenant too, and lower case', async () => {
    const ld = client();
    await ld.make({});
    const headers = { 'NGSILD-Tenant': '', 'Fiware-Service': ld.tenant.toUpperCase() };
    expect((await ld.get(`/entities/${ID}`, headers)).status).toBe(200);
    const bad = await ld.get(`/entities/${ID}`, { 'NGSILD-Tenant': 'a/b' });
    expect(outcome(bad)).toBe('400 BadRequestData');
  });

  it('bounds what a body may be', async () => {
    const ld = client();
    const nested = `{"id":"${ID}","type":"T","a":${'['.repeat(2_000)}${']'.repeat(2_000)}}`;
    expect(outcome(await ld.post('/entities', nested, { 'Content-Type': 'application/json' }))).toBe(
      '400 InvalidRequest',
    );
    const datasets = Array.from({ length: 10_000 }, (_, at) => ({ value: at, datasetId: `urn:d:${at}` }));
    expect(outcome(await ld.post('/entities', { id: ID, type: 'T', a: datasets }))).toBe(
      '400 BadRequestData',
    );
    expect(outcome(await ld.post('/entities', { id: ID, type: 'T' }, { ...LD_JSON }))).toBe(
      '400 BadRequestData',
    );
  });

  it('shows the entity of NGSIv2, and what NGSIv2 sees of it', async () => {
    const ld = client();
    const v2 = broker().client();
    const headers = { 'Fiware-Service': ld.tenant };
    const room = {
      id: 'Room1',
      type: 'Room',
      t: { type: 'Number', value: 1, metadata: { unitCode: { value: 'CEL' } } },
    };
    await v2.post('/v2/entities', { ...room, p: { type: 'geo:point', value: '40, -3' } }, headers);
    expect(await ld.shown('Room1')).toEqual({
      type: 'Room',
      t: { value: 1, unitCode: 'CEL' },
      p: { type: 'Point', coordinates: [-3, 40] },
    });
    await ld.make({ speed: { value: 5, observedAt: '2026-01-01T00:00:00Z' }, r: { object: 'urn:b:1' } });
    expect((await v2.get(`/v2/entities/${ID}`, headers)).json()).toEqual({
      id: ID,
      type: 'T',
      speed: {
        type: 'Number',
        value: 5,
        metadata: { observedAt: { type: 'DateTime', value: '2026-01-01T00:00:00.000Z' } },
      },
      r: { type: 'Relationship', value: 'urn:b:1', metadata: {} },
    });
  });
});

it('a broker without tenants says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const paths = ['-dbURI', `sqlite:${folder}`, '-logDir', folder, '-pidpath', join(folder, 'pid')];
  const service = await startService('context-broker', { args: ['-port', '0', ...paths] });
  try {
    const ld = new LdClient({ client: () => new BrokerClient(service.url, 't1') });
    const body = { id: 'urn:ngsi-ld:T:1', type: 'T' };
    expect(outcome(await ld.post('/entities', body))).toBe('501 NoMultiTenantSupport');
    expect(outcome(await ld.post('/entities', body, { 'NGSILD-Tenant': '' }))).toBe('201');
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
});
