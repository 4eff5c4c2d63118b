import { parseJson, type JsonValue } from '@smart-city/context';
import { CORE_CONTEXT_URL } from './core-context';
import { LdContext } from './ld-context';
import { contextWithCore, resolveContext } from './resolve-context';

const json = (value: unknown): JsonValue => parseJson(JSON.stringify(value));

/** Loads from documents by URL. */
const loaderOf = (documents: Record<string, unknown>) => {
  const asked: string[] = [];
  const load = (url: string) => {
    asked.push(url);
    return Promise.resolve(json(documents[url] ?? {}));
  };
  return { load, asked };
};

const resolve = async (context: unknown, documents: Record<string, unknown> = {}) =>
  new LdContext(await resolveContext(json(context), loaderOf(documents).load));

describe('resolveContext', () => {
  it('reads URLs, objects and arrays of both, the later ones winning', async () => {
    const documents = {
      'https://a.org/one': { speed: 'urn:x:one', Car: 'urn:x:Car' },
      'https://a.org/two': ['one', { speed: 'urn:x:two' }],
    };
    const context = await resolve(['https://a.org/two', { brand: 'urn:x:brand' }], documents);
    expect(['speed', 'Car', 'brand'].map((name) => context.expandName(name))).toEqual([
      'urn:x:two',
      'urn:x:Car',
      'urn:x:brand',
    ]);
  });

  it('never loads an official core context', async () => {
    const { load, asked } = loaderOf({});
    const versions = ['', '-v1.3', '-v1.4', '-v1.5', '-v1.6', '-v1.7', '-v1.8', '-v1.9'];
    const urls = versions.map((v) => `https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context${v}.jsonld`);
    expect(await resolveContext(urls, load)).toEqual([]);
    expect(asked).toEqual([]);
  });

  it.each<[string, unknown, Record<string, unknown>]>([
    ['leads back to itself', 'https://a.org/1', { 'https://a.org/1': 'https://a.org/1' }],
    ['is neither URL, object nor array', 7, {}],
    ['is null', null, {}],
    ['is an array in an array', [[{}]], {}],
    ['is no address of the web', 'file:///etc/passwd', {}],
    ['is no URL', 'context.jsonld', {}],
    ['is a long array', Array.from({ length: 101 }, () => ({})), {}],
  ])('refuses a context that %s', async (_, context, documents) => {
    await expect(resolve(context, documents)).rejects.toMatchObject({ type: 'BadRequestData' });
  });

  it('refuses chains and fans of documents beyond its bounds', async () => {
    const chain = (url: string) => Promise.resolve(json(`${url}x`));
    await expect(resolveContext('https://a.org/', chain)).rejects.toThrow('deeper than 8');
    const fan = (url: string) => Promise.resolve(json([`${url}a`, `${url}b`]));
    await expect(resolveContext('https://a.org/', fan)).rejects.toThrow(/deeper|more than/);
  });
});

describe('contextWithCore', () => {
  it('adds the core context where it is missing', () => {
    expect(contextWithCore(undefined)).toBe(CORE_CONTEXT_URL);
    expect(contextWithCore('https://a.org')).toEqual(['https://a.org', CORE_CONTEXT_URL]);
    expect(contextWithCore(['https://a.org'])).toEqual(['https://a.org', CORE_CONTEXT_URL]);
    const old = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context-v1.3.jsonld';
    expect(contextWithCore(old)).toBe(old);
    expect(contextWithCore(['https://a.org', old])).toEqual(['https://a.org', old]);
  });
});
