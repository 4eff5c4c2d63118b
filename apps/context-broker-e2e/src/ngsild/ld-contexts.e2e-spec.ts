import { describeEachStore } from '../support/each-store';
import { Provider, type ProviderAnswer } from '../support/provider';
import { LdClient, LD_JSON, linkTo, outcome } from './ld-client';

const CORE = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.8.jsonld';
const CONTEXT = { speed: 'https://example.org/speed' };
const document = (context: unknown, headers: Record<string, string> = {}): ProviderAnswer => ({
  body: JSON.stringify({ '@context': context }),
  headers: { 'Content-Type': 'application/ld+json', ...headers },
});

// Sections that these tests show:
// docs/behaviour/ngsi-ld.md#names-and-contexts
// docs/behaviour/ngsi-ld.md#bounds

describeEachStore('contexts of NGSI-LD', (broker) => {
  const client = async () => {
    const ld = new LdClient(broker());
    await ld.make({}, 'urn:ngsi-ld:T:0');
    return ld;
  };
  const providers: Provider[] = [];
  const serve = async (behaviour: (path: string) => ProviderAnswer) => {
    const provider = await Provider.start(({ url }) => behaviour(url));
    providers.push(provider);
    return provider;
  };
  afterAll(async () => {
    for (const provider of providers) await provider.close();
  });
  const speedWith = async (ld: LdClient, url: string) => {
    const id = `urn:ngsi-ld:T:${Math.random()}`;
    const made = await ld.post('/entities', { id, type: 'T', speed: 1 }, linkTo(url));
    return made.status === 201 ? ld.shown(id) : outcome(made);
  };
  const EXPANDED = { type: 'T', 'https://example.org/speed': 1 };

  describe('that are hosted', () => {
    it('are kept, used at once by their address, listed, and deleted', async () => {
      const ld = await client();
      const made = await ld.post('/jsonldContexts', { '@context': CONTEXT });
      expect(made).toMatchObject({ status: 201, body: '' });
      const path = made.header('Location')!.slice('/ngsi-ld/v1'.length);
      const url = `${ld.url}${made.header('Location')!}`;
      expect(await speedWith(ld, url)).toEqual(EXPANDED);
      const got = await ld.get(path);
      expect(got.header('Content-Type')).toBe('application/ld+json');
      expect(got.json()).toEqual({ '@context': CONTEXT });
      expect((await ld.get('/jsonldContexts')).json()).toEqual([url]);
      expect((await ld.get('/jsonldContexts?kind=Cached')).json()).toEqual([]);
      const [details] = (await ld.get('/jsonldContexts?details=true&kind=Hosted')).json() as object[];
      expect(details).toMatchObject({ URL: url, kind: 'Hosted', numberOfHits: 1 });
      expect((await ld.get(`${path}?details=true`)).json()).toEqual(details);
      expect((await new LdClient(broker()).get(path)).status).toBe(404);
      expect(outcome(await ld.delete(path))).toBe('204');
      expect(outcome(await ld.get(path))).toBe('404 ResourceNotFound');
      expect(outcome(await ld.delete(path))).toBe('404 ResourceNotFound');
    });

    it.each<[unknown, string]>([
      [{}, '400 BadRequestData'],
      [[], '400 BadRequestData'],
      [{ '@context': 4 }, '400 BadRequestData'],
      [{ '@context': { a: 4 } }, '400 BadRequestData'],
      [{ '@context': 'http://127.0.0.1:9/c' }, '504 LdContextNotAvailable'],
      ['{', '400 InvalidRequest'],
    ])('are refused: %j', async (body, expected) => {
      const headers = { 'Content-Type': 'application/json' };
      expect(outcome(await (await client()).post('/jsonldContexts', body, headers))).toBe(expected);
    });
  });

  describe('that are fetched', () => {
    it('are fetched once, told of, and fetched again when asked to', async () => {
      const ld = await client();
      let context: unknown = CONTEXT;
      const provider = await serve(() => document(context));
      const url = `${provider.url}/context.jsonld`;
      expect(await speedWith(ld, url)).toEqual(EXPANDED);
      expect(await speedWith(ld, url)).toEqual(EXPANDED);
      expect(provider.requests).toHaveLength(1);
      expect((await ld.get('/jsonldContexts?kind=Cached')).json()).toEqual([url]);
      const path = `/jsonldContexts/${encodeURIComponent(url)}`;
      const details = (await ld.get(`${path}?details=true`)).json() as { localId: string };
      expect(details).toMatchObject({ URL: url, kind: 'Cached' });
      expect(outcome(await ld.get(path))).toBe('422 OperationNotSupported');
      expect(outcome(await ld.get(`/jsonldContexts/${details.localId}`))).toBe('422 OperationNotSupported');
      context = { speed: 'https://example.org/other' };
      expect(outcome(await ld.delete(`${path}?reload=true`))).toBe('204');
      expect(await speedWith(ld, url)).toEqual({ type: 'T', 'https://example.org/other': 1 });
      expect(outcome(await ld.delete(path))).toBe('204');
      expect((await ld.get('/jsonldContexts')).json()).toEqual([]);
    });

    it('keep their old copy when they are not there any more', async () => {
      const ld = await client();
      let isThere = true;
      const provider = await serve(() => (isThere ? document(CONTEXT) : { status: 500 }));
      const url = `${provider.url}/c`;
      await speedWith(ld, url);
      isThere = false;
      const path = `/jsonldContexts/${encodeURIComponent(url)}`;
      expect(outcome(await ld.delete(`${path}?reload=true`))).toBe('504 LdContextNotAvailable');
      expect(await speedWith(ld, url)).toEqual(EXPANDED);
    });

    it('are fetched each time that they may not be kept', async () => {
      const ld = await client();
      const provider = await serve(() => document(CONTEXT, { 'Cache-Control': 'max-age=0' }));
      await speedWith(ld, `${provider.url}/c`);
      await speedWith(ld, `${provider.url}/c`);
      expect(provider.requests).toHaveLength(2);
    });

    it('may lead to others, and to the core context', async () => {
      const ld = await client();
      const provider = await serve((path) =>
        path === '/moved'
          ? { status: 302, headers: { Location: '/first' } }
          : document(path === '/first' ? ['second', CORE] : CONTEXT),
      );
      expect(await speedWith(ld, `${provider.url}/moved`)).toEqual(EXPANDED);
    });

    it.each<[string, (path: string) => ProviderAnswer, string]>([
      ['lead back to themselves', () => document('/c'), '400 BadRequestData'],
      ['lead on and on', (path) => document(`${path}x`), '400 BadRequestData'],
      [
        'redirect on and on',
        (path) => ({ status: 302, headers: { Location: `${path}x` } }),
        '504 LdContextNotAvailable',
      ],
      ['are no JSON', () => ({ body: 'hello' }), '400 BadRequestData'],
      ['have no @context', () => ({ body: '{}' }), '400 BadRequestData'],
      [
        'nest',
        () => ({ body: `{"@context":${'['.repeat(5_000)}${']'.repeat(5_000)}}` }),
        '400 BadRequestData',
      ],
      [
        'are too large',
        () => ({ body: `{"@context":"${'x'.repeat(5_000_000)}"}` }),
        '504 LdContextNotAvailable',
      ],
      ['end in the middle', () => 'cut', '504 LdContextNotAvailable'],
      ['never end', () => 'drip', '504 LdContextNotAvailable'],
      ['are not there', () => ({ status: 404 }), '504 LdContextNotAvailable'],
    ])('are refused where they %s', async (_, behaviour, expected) => {
      const provider = await serve(behaviour);
      expect(await speedWith(await client(), `${provider.url}/c`)).toBe(expected);
    });
  });

  it('of answers with an array get an address where a link names them', async () => {
    const ld = await client();
    const made = await ld.post(
      '/entities',
      { id: 'urn:a:1', type: 'T', speed: 1, '@context': [CONTEXT, CORE] },
      LD_JSON,
    );
    expect(made.status).toBe(201);
    const hosted = await ld.post('/jsonldContexts', { '@context': [CONTEXT, CORE] });
    const url = `${ld.url}${hosted.header('Location')!}`;
    const answer = await ld.get('/entities/urn:a:1?format=concise', linkTo(url));
    expect(answer.json()).toEqual({ id: 'urn:a:1', type: 'T', speed: 1 });
    expect(answer.header('Link')).toBe(linkTo(url).Link);
    const inBody = await ld.get('/entities/urn:a:1?format=concise', {
      ...linkTo(url),
      Accept: 'application/ld+json',
    });
    expect(inBody.json()).toMatchObject({
      speed: 1,
      '@context': [url, expect.stringContaining('core-context')],
    });
  });

  it.each<[string, string, string]>([
    ['GET', '?kind=none', '400 BadRequestData'],
    ['GET', '?details=yes', '400 BadRequestData'],
    ['GET', '?x=1', '400 InvalidRequest'],
    ['GET', '/none', '404 ResourceNotFound'],
    ['DELETE', '/none', '404 ResourceNotFound'],
    ['DELETE', '/none?reload=true', '400 BadRequestData'],
    ['DELETE', '/none?reload=yes', '400 BadRequestData'],
    ['DELETE', `/${encodeURIComponent(CORE)}`, '400 BadRequestData'],
    ['DELETE', `/${encodeURIComponent(CORE)}?reload=true`, '204'],
    ['GET', `/${encodeURIComponent(CORE)}`, '422 OperationNotSupported'],
  ])('%s /jsonldContexts%s: %s', async (method, path, expected) => {
    expect(outcome(await (await client()).send(method, `/jsonldContexts${path}`))).toBe(expected);
  });
});
