import { describeEachStore, isFullDatabase } from '../support/each-store';
import { LdClient, LD_JSON, linkTo, outcome } from './ld-client';

const NULL = 'urn:ngsi-ld:null';
const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.9.jsonld';
const OLD_CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.6.jsonld';
const CONTEXT = { ex: 'https://example.org/', speed: 'ex:speed', T: 'ex:T' };

// Sections that these tests show:
// docs/behaviour/ngsi-ld.md#operations-on-entities
// docs/behaviour/ngsi-ld.md#values

describeEachStore('entities of NGSI-LD', (broker, store) => {
  const client = () => new LdClient(broker());
  /** The stand-in for MongoDB makes a database when somebody reads from it. */
  const NO_TENANT = isFullDatabase(store) ? '404 NonexistentTenant' : '404 ResourceNotFound';

  describe('are created', () => {
    it('with a Location and nothing else, and the tenant in every answer', async () => {
      const ld = client();
      const made = await ld.post('/entities', { id: 'urn:ngsi-ld:T:1', type: 'T', a: 1 });
      expect(made).toMatchObject({ status: 201, reason: 'Created', body: '' });
      expect(made.header('Location')).toBe('/ngsi-ld/v1/entities/urn:ngsi-ld:T:1');
      expect(made.header('NGSILD-Tenant')).toBe(ld.tenant);
      expect(made.header('Content-Type')).toBeUndefined();
      expect((await ld.get('/entities/urn:ngsi-ld:T:2')).header('NGSILD-Tenant')).toBe(ld.tenant);
    });

    it('once, whatever the type', async () => {
      const ld = client();
      const id = await ld.make({});
      expect(outcome(await ld.post('/entities', { id, type: 'Other' }))).toBe('409 AlreadyExists');
    });

    it.each<[string, unknown, string]>([
      ['no JSON', '{"id":', '400 InvalidRequest'],
      ['nothing', '', '400 InvalidRequest'],
      ['an empty object', {}, '400 InvalidRequest'],
      ['an array', [], '400 InvalidRequest'],
      ['no id', { type: 'T' }, '400 BadRequestData'],
      ['no type', { id: 'urn:a:1' }, '400 BadRequestData'],
      ['an id that is no URI', { id: 'a', type: 'T' }, '400 BadRequestData'],
      ['a null', { id: 'urn:a:1', type: 'T', a: null }, '400 BadRequestData'],
      ['NGSI-LD Null', { id: 'urn:a:1', type: 'T', a: NULL }, '400 BadRequestData'],
      [
        'a context in the body of plain JSON',
        { id: 'urn:a:1', type: 'T', '@context': CORE },
        '400 BadRequestData',
      ],
    ])('not of %s', async (_, body, expected) => {
      const ld = client();
      expect(outcome(await ld.post('/entities', body, { 'Content-Type': 'application/json' }))).toBe(
        expected,
      );
      expect(outcome(await ld.get('/entities/urn:a:1'))).toBe(NO_TENANT);
    });

    it('by an error body that says what is wrong', async () => {
      const answer = await client().post(
        '/entities',
        { id: 'a', type: 'T' },
        { Accept: 'application/ld+json' },
      );
      expect(answer.header('Content-Type')).toBe('application/json');
      expect(answer.header('Link')).toBeUndefined();
      expect(answer.json()).toEqual({
        type: 'https://uri.etsi.org/ngsi-ld/errors/BadRequestData',
        title: 'Invalid entity id',
        detail: 'The id of an entity must be a URI: a',
        status: 400,
      });
    });
  });

  describe('are retrieved', () => {
    it('normalized by default, with a link to the core context', async () => {
      const ld = client();
      const entity = {
        id: 'urn:ngsi-ld:T:1',
        type: ['T', 'U'],
        scope: '/A/B',
        a: { type: 'Property', value: 1.25, unitCode: 'CEL', observedAt: '2026-01-01T00:00:00.1Z' },
        r: { type: 'Relationship', object: 'urn:b:1', s: { type: 'Property', value: { x: [true] } } },
        location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [1.5, 2] } },
        n: { type: 'LanguageProperty', languageMap: { en: 'x', 'fr-CH': ['y', 'z'] } },
        v: { type: 'VocabProperty', vocab: 'term' },
        j: { type: 'JsonProperty', json: { a: [null] } },
        l: { type: 'ListProperty', valueList: [1, 'a', {}] },
        lr: { type: 'ListRelationship', objectList: [{ object: 'urn:b:1' }] },
        m: [
          { type: 'Property', value: '= ; ( ) <>' },
          { type: 'Property', value: 2, datasetId: 'urn:d:1' },
        ],
      };
      expect(outcome(await ld.post('/entities', entity))).toBe('201');
      const answer = await ld.get('/entities/urn:ngsi-ld:T:1');
      expect(answer.json()).toEqual(entity);
      expect(answer.header('Content-Type')).toBe('application/json');
      expect(answer.header('Link')).toBe(
        `<${CORE}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
      );
      expect((await ld.get('/entities/urn:ngsi-ld:T:1/')).json()).toEqual(entity);
      expect((await ld.get(`/entities/${encodeURIComponent('urn:ngsi-ld:T:1')}`)).json()).toEqual(entity);
    });

    it('in other forms', async () => {
      const ld = client();
      const id = await ld.make({
        a: { value: 1, unitCode: 'CEL' },
        n: { languageMap: { en: 'x', fr: 'y' } },
      });
      expect(await ld.shown(id, 'options=keyValues')).toMatchObject({
        a: 1,
        n: { languageMap: { en: 'x' } },
      });
      expect(await ld.shown(id, 'format=simplified&lang=fr')).toMatchObject({ n: 'y' });
      expect(await ld.shown(id, 'format=concise&options=keyValues')).toMatchObject({
        a: { value: 1, unitCode: 'CEL' },
      });
      expect(await ld.shown(id, 'options=sysAttrs,concise')).toMatchObject({
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        a: { modifiedAt: expect.stringMatching(/Z$/) as string },
      });
      expect(await ld.shown(id, 'pick=n&format=simplified&lang=en')).toEqual({ n: 'x' });
      expect(await ld.shown(id, 'omit=n&format=simplified')).toEqual({ type: 'T', a: 1 });
      expect(await ld.shown(id, 'attrs=a&format=simplified')).toEqual({ type: 'T', a: 1 });
    });

    it('in the concise form, which a write takes back as it is', async () => {
      const ld = client();
      const sub = [5, { value: 6, datasetId: 'urn:d:2' }];
      const id = await ld.make({
        a: [{ value: 1 }, { value: 2, datasetId: 'urn:d:1', sub }],
        b: [1, { c: 2 }],
      });
      const concise = (await ld.shown(id)) as object;
      await ld.make(concise, 'urn:ngsi-ld:T:2');
      expect(await ld.shown('urn:ngsi-ld:T:2', 'format=normalized')).toEqual(
        await ld.shown(id, 'format=normalized'),
      );
      const twice = await ld.post('/entities', { id: 'urn:b:1', type: 'T', a: [1, 2, sub[1]] });
      expect(outcome(twice)).toBe('400 BadRequestData');
    });

    it('as a Feature', async () => {
      const ld = client();
      const location = { type: 'Point', coordinates: [1, 2] };
      const id = await ld.make({ location });
      const answer = await ld.get(`/entities/${id}?format=simplified`, { Accept: 'application/geo+json' });
      expect(answer.header('Content-Type')).toBe('application/geo+json');
      expect(answer.json()).toEqual({
        id,
        type: 'Feature',
        geometry: location,
        properties: { type: 'T', location },
        '@context': CORE,
      });
      const plain = await ld.get(`/entities/${id}?geometryProperty=other`, {
        Accept: 'application/geo+json',
        Prefer: 'body=json',
      });
      expect(plain.json()).toMatchObject({ geometry: null });
      expect(plain.json()).not.toHaveProperty('@context');
      expect(plain.header('Link')).toContain(CORE);
    });

    it('with the entities that they lead to', async () => {
      const ld = client();
      const id = await ld.make({ r: { object: 'urn:b:1' }, lr: { objectList: ['urn:b:1', 'urn:b:9'] } });
      await ld.make({ b: 1 }, 'urn:b:1');
      const other = { id: 'urn:b:1', type: 'T', b: 1 };
      expect(await ld.shown(id, 'join=inline&format=concise')).toEqual({
        type: 'T',
        r: { object: 'urn:b:1', entity: other },
        lr: { objectList: ['urn:b:1', 'urn:b:9'], entityList: [other] },
      });
      expect(await ld.shown(id, 'join=inline&format=simplified&pick=r{b}')).toEqual({ r: { b: 1 } });
      const flat = await ld.get(`/entities/${id}?join=flat&format=simplified&pick=id,r`);
      expect(flat.json()).toEqual([{ id, r: 'urn:b:1' }, other]);
      expect(outcome(await ld.get(`/entities/${id}?joinLevel=2`))).toBe('400 BadRequestData');
      expect(outcome(await ld.get(`/entities/${id}?join=inline&joinLevel=0`))).toBe('400 BadRequestData');
      expect(outcome(await ld.get(`/entities/${id}?pick=r{b}`))).toBe('400 BadRequestData');
    });

    it('for readers of an older version', async () => {
      const ld = client();
      const id = await ld.make({
        j: { json: { a: 1 } },
        v: { vocab: 'x' },
        lr: { objectList: ['urn:b:1'] },
        n: { languageMap: { en: 'y' } },
      });
      const ask = (prefer: string) => ld.get(`/entities/${id}?omit=id,type`, { Prefer: prefer });
      const older = await ask('respond-async, NGSI-LD="1.6"; x=y');
      expect(older.status).toBe(203);
      expect(older.header('Preference-Applied')).toBe('ngsi-ld=1.6');
      expect(older.json()).toEqual({
        j: { type: 'Property', value: { a: 1 } },
        v: { type: 'Property', value: 'x' },
        lr: { type: 'Relationship', object: ['urn:b:1'] },
        n: { type: 'LanguageProperty', languageMap: { en: 'y' } },
      });
      expect((await ask('ngsi-ld=1.3')).json()).toMatchObject({
        n: { type: 'Property', value: { en: 'y' } },
      });
      const same = await ask('ngsi-ld=1.8');
      expect([same.status, same.header('Preference-Applied')]).toEqual([200, 'ngsi-ld=1.8']);
      const none = await ask('ngsi-ld=x');
      expect([none.status, none.header('Preference-Applied')]).toEqual([200, undefined]);
      const list = await ld.get('/entities?type=T', { Prefer: 'ngsi-ld=1.7' });
      expect([list.status, list.header('Preference-Applied')]).toEqual([203, 'ngsi-ld=1.7']);
    });

    it.each([
      ['', '404 ResourceNotFound', 'urn:ngsi-ld:T:9'],
      ['', '400 BadRequestData', 'none'],
      ['?type=U', '404 ResourceNotFound'],
      ['?type=T,U', '200'],
      ['?type=(T;U)', '404 ResourceNotFound'],
      ['?attrs=z', '404 ResourceNotFound'],
      ['?pick=z', '404 ResourceNotFound'],
      ['?pick=a,,b', '400 BadRequestData'],
      ['?format=none', '400 InvalidRequest'],
      ['?options=none', '400 InvalidRequest'],
      ['?unknown=1', '400 InvalidRequest'],
      ['?geometryProperty=a', '400 BadRequestData'],
      ['?lang=;', '400 BadRequestData'],
    ])('%s with the outcome %s', async (query, expected, id = 'urn:ngsi-ld:T:1') => {
      const ld = client();
      await ld.make({ a: 1 });
      expect(outcome(await ld.get(`/entities/${id}${query}`))).toBe(expected);
    });

    it('not of a tenant that nobody made', async () => {
      expect(outcome(await client().get('/entities/urn:a:1'))).toBe(NO_TENANT);
    });
  });

  describe('have names', () => {
    it('of a context in the body, and of the reader', async () => {
      const ld = client();
      const id = 'urn:ngsi-ld:T:1';
      const body = { id, type: 'T', speed: 1, other: 2, '@context': [CONTEXT, OLD_CORE] };
      expect(outcome(await ld.post('/entities', body, LD_JSON))).toBe('201');
      expect(await ld.shown(id)).toEqual({
        type: 'https://example.org/T',
        'https://example.org/speed': 1,
        other: 2,
      });
      const answer = await ld.get(`/entities/${id}?format=concise`, { Accept: 'application/ld+json' });
      expect(answer.header('Link')).toBeUndefined();
      expect(answer.header('Content-Type')).toBe('application/ld+json');
      expect(answer.json()).toMatchObject({ '@context': CORE });
    });

    it.each<[string, object, Record<string, string>]>([
      ['missing in application/ld+json', {}, LD_JSON],
      ['in the body and in a link', { '@context': CORE }, { ...LD_JSON, ...linkTo(CORE) }],
      ['that is no context', { '@context': 4 }, LD_JSON],
      ['with a scoped context', { '@context': { a: { '@id': 'urn:x:a', '@context': {} } } }, LD_JSON],
      ['of a relative address', { '@context': 'context.jsonld' }, LD_JSON],
    ])('of a context %s: no', async (_, members, headers) => {
      const answer = await client().post('/entities', { id: 'urn:a:1', type: 'T', ...members }, headers);
      expect(outcome(answer)).toBe('400 BadRequestData');
    });

    it('of a context that does not answer: no', async () => {
      const answer = await client().post(
        '/entities',
        { id: 'urn:a:1', type: 'T' },
        linkTo('http://127.0.0.1:9/c'),
      );
      expect(outcome(answer)).toBe('504 LdContextNotAvailable');
      expect(answer.reason).toBe('Gateway Timeout');
    });
  });

  describe('are replaced', () => {
    it('whole', async () => {
      const ld = client();
      const id = await ld.make({ a: 1, b: 2 });
      const answer = await ld.put(`/entities/${id}`, { id, type: 'U', b: 3 });
      expect(answer).toMatchObject({ status: 204, reason: 'No Content', body: '' });
      expect(answer.header('Content-Length')).toBeUndefined();
      expect(await ld.shown(id)).toEqual({ type: 'U', b: 3 });
    });

    it.each<[string, string, object, string]>([
      ['urn:ngsi-ld:T:9', '', { type: 'T', a: 1 }, '404 ResourceNotFound'],
      ['urn:ngsi-ld:T:1', '', { id: 'urn:ngsi-ld:T:2', type: 'T' }, '400 BadRequestData'],
      ['urn:ngsi-ld:T:1', '', { a: 1 }, '400 BadRequestData'],
      ['urn:ngsi-ld:T:1', '', { type: 'T', a: NULL }, '400 BadRequestData'],
      ['urn:ngsi-ld:T:1', '?type=U', { type: 'T' }, '404 ResourceNotFound'],
      ['urn:ngsi-ld:T:1', '?x=1', { type: 'T' }, '400 InvalidRequest'],
      ['none', '', { type: 'T' }, '400 BadRequestData'],
    ])('%s%s by %j with the outcome %s', async (id, query, body, expected) => {
      const ld = client();
      await ld.make({ a: 1 });
      expect(outcome(await ld.put(`/entities/${id}${query}`, body))).toBe(expected);
    });
  });

  describe('are merged', () => {
    it('down into their values', async () => {
      const ld = client();
      const id = await ld.make({ a: { value: { x: 1, y: 2 }, s: 1 }, b: 2, n: { languageMap: { en: 'x' } } });
      const body = { a: { value: { x: NULL, z: 3 } }, b: NULL, n: { languageMap: { fr: 'y' } }, c: 4 };
      const headers = { 'Content-Type': 'application/merge-patch+json' };
      expect(outcome(await ld.patch(`/entities/${id}`, body, headers))).toBe('204');
      expect(await ld.shown(id)).toEqual({
        type: 'T',
        a: { value: { y: 2, z: 3 }, s: 1 },
        n: { languageMap: { en: 'x', fr: 'y' } },
        c: 4,
      });
    });

    it('from simplified values, with the time and language of the request', async () => {
      const ld = client();
      const id = await ld.make({
        a: { value: 1, observedAt: '2025-01-01T00:00:00Z' },
        r: { object: 'urn:b:1' },
        n: { languageMap: { en: 'x' } },
      });
      const query = 'options=keyValues&lang=fr&observedAt=2026-01-01T00:00:00Z';
      expect(outcome(await ld.patch(`/entities/${id}?${query}`, { a: 2, r: 'urn:b:2', n: 'y' }))).toBe('204');
      expect(await ld.shown(id)).toEqual({
        type: 'T',
        a: { value: 2, observedAt: '2026-01-01T00:00:00Z' },
        r: { object: 'urn:b:2' },
        n: { languageMap: { en: 'x', fr: 'y' } },
      });
    });

    it.each<[string, object, string]>([
      ['urn:ngsi-ld:T:9', { a: 1 }, '404 ResourceNotFound'],
      ['urn:ngsi-ld:T:1', { a: { object: 'urn:b:1' } }, '400 BadRequestData'],
      ['urn:ngsi-ld:T:1', { a: null }, '400 BadRequestData'],
      ['urn:ngsi-ld:T:1?observedAt=x', { a: 1 }, '400 BadRequestData'],
      ['urn:ngsi-ld:T:1?format=x', { a: 1 }, '400 InvalidRequest'],
      ['urn:ngsi-ld:T:1', {}, '400 InvalidRequest'],
    ])('%s with %j: %s', async (path, body, expected) => {
      const ld = client();
      await ld.make({ a: 1 });
      expect(outcome(await ld.patch(`/entities/${path}`, body))).toBe(expected);
    });
  });

  describe('are deleted', () => {
    it('once', async () => {
      const ld = client();
      const id = await ld.make({});
      expect(outcome(await ld.delete(`/entities/${id}?type=U`))).toBe('404 ResourceNotFound');
      const answer = await ld.delete(`/entities/${id}`);
      expect(answer).toMatchObject({ status: 204, body: '' });
      expect(outcome(await ld.delete(`/entities/${id}`))).toBe('404 ResourceNotFound');
      expect(outcome(await ld.get(`/entities/${id}`))).toBe('404 ResourceNotFound');
      expect(outcome(await ld.delete('/entities/none'))).toBe('400 BadRequestData');
    });
  });

  describe('end', () => {
    it('when they say, and show it with sysAttrs only', async () => {
      const ld = client();
      const expiresAt = '2099-01-01T00:00:00Z';
      const id = await ld.make({ expiresAt, a: { value: 1, expiresAt } });
      expect(await ld.shown(id)).toEqual({ type: 'T', a: 1 });
      expect(await ld.shown(id, 'options=sysAttrs')).toMatchObject({ expiresAt, a: { expiresAt } });
      const past = { id: 'urn:a:1', type: 'T', expiresAt: '2020-01-01T00:00:00Z' };
      expect(outcome(await ld.post('/entities', past))).toBe('400 BadRequestData');
    });
  });
});
