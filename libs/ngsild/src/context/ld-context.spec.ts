import { parseJson, type JsonObject } from '@smart-city/context';
import fc from 'fast-check';
import jsonld from 'jsonld';
import { CORE_TERMS, DEFAULT_PREFIX } from './core-terms';
import { CORE_CONTEXT, LdContext } from './ld-context';
import { iriOfStoredName, storedNameOfIri } from './stored-name';

const contextOf = (...contexts: object[]) =>
  new LdContext(
    contexts.map((context) => ({ definitions: parseJson(JSON.stringify(context)) as JsonObject })),
  );

describe('names without a context', () => {
  it('keeps names of the default context and core terms short', () => {
    expect(CORE_CONTEXT.expandName('temperature')).toBe('temperature');
    expect(CORE_CONTEXT.expandName(`${DEFAULT_PREFIX}temperature`)).toBe('temperature');
    expect(CORE_CONTEXT.expandName('title')).toBe('title');
    expect(CORE_CONTEXT.expandName('http://purl.org/dc/terms/title')).toBe('title');
    expect(CORE_CONTEXT.expandName('ngsi-ld:location')).toBe('location');
    expect(CORE_CONTEXT.compactName('temperature')).toBe('temperature');
  });

  it('keeps an IRI whole, also one of the default context that hides a core term', () => {
    for (const iri of ['https://example.org/speed', `${DEFAULT_PREFIX}title`, 'urn:a:b']) {
      expect(CORE_CONTEXT.expandName(iri)).toBe(iri);
      expect(CORE_CONTEXT.compactName(iri)).toBe(iri);
    }
  });

  it('knows the full name of every stored name', () => {
    expect(iriOfStoredName('temperature')).toBe(`${DEFAULT_PREFIX}temperature`);
    expect(iriOfStoredName('title')).toBe('http://purl.org/dc/terms/title');
    expect(iriOfStoredName('urn:a:b')).toBe('urn:a:b');
    for (const [term, iri] of CORE_TERMS) expect(storedNameOfIri(iri)).toBe(term);
  });
});

describe('names with a context', () => {
  it('does not let a context redefine a core term', () => {
    const context = contextOf({ title: 'https://example.org/title', type: 'https://example.org/type' });
    expect(context.expandName('title')).toBe('title');
    expect(context.compactName('https://example.org/title')).toBe('https://example.org/title');
  });

  it('shows a default name in full where the context means something else by it', () => {
    const context = contextOf({ speed: 'https://example.org/speed' });
    expect(context.compactName('speed')).toBe(`${DEFAULT_PREFIX}speed`);
    expect(context.expandName(`${DEFAULT_PREFIX}speed`)).toBe('speed');
    expect(context.compactName('other')).toBe('other');
  });

  it('reads prefixes, vocabularies and terms of earlier contexts', () => {
    const context = contextOf(
      { ex: 'https://example.org/', '@vocab': 'https://vocab.example.org/' },
      { speed: 'ex:speed', Car: { '@id': 'ex:Car', '@type': '@id' } },
    );
    expect(context.expandName('speed')).toBe('https://example.org/speed');
    expect(context.expandName('Car')).toBe('https://example.org/Car');
    expect(context.expandName('ex:other')).toBe('https://example.org/other');
    expect(context.compactName('https://example.org/other')).toBe('ex:other');
    expect(context.expandName('colour')).toBe('https://vocab.example.org/colour');
    expect(context.compactName('https://vocab.example.org/colour')).toBe('colour');
  });

  it('shows the shortest of several terms', () => {
    const context = contextOf({ velocity: 'urn:x:v', speed: 'urn:x:v', steed: 'urn:x:v' });
    expect(context.compactName('urn:x:v')).toBe('speed');
  });

  it.each([
    ['a context of a term', { a: { '@id': 'urn:x:a', '@context': {} } }],
    ['a context inside', { '@context': {} }],
    ['an import', { '@import': 'https://example.org' }],
    ['a number', { a: 4 }],
    ['a relative IRI', { a: 'b' }],
    ['a circle', { a: 'b:c', b: 'a:d' }],
    ['an @id that is no text', { a: { '@id': 4 } }],
    ['a vocabulary that is no text', { '@vocab': 4 }],
    ['an unknown keyword', { '@foo': 'x' }],
  ])('refuses %s', (_, context) => {
    expect(() => contextOf(context)).toThrow('Invalid @context');
  });
});

const term = fc.constantFrom('speed', 'Car', 'velocity', 'ex', 'fx', 'brand', 'gauge');
const iri = fc
  .tuple(
    fc.constantFrom(
      'https://example.org/',
      'https://example.org/a#',
      'urn:x:',
      'ex:',
      'fx:',
      'https://example.org/speed',
    ),
    fc.constantFrom('speed', 'Car', 'brand', ''),
  )
  .map(([start, end]) => start + end);
const localContext = fc.dictionary(
  term,
  fc.oneof(
    iri,
    iri.map((id) => ({ '@id': id })),
    iri.map((id) => ({ '@id': id, '@prefix': true })),
  ),
  { noNullPrototype: true },
);
const contexts = fc.array(localContext, { minLength: 1, maxLength: 3 });

/** The same through jsonld, which throws for contexts that it refuses. */
const VOCAB = { '@vocab': DEFAULT_PREFIX };
const expandedByJsonLd = async (context: object[], name: string) =>
  Object.keys((await jsonld.expand({ '@context': [VOCAB, ...context], [name]: 'x' } as object))[0] ?? {})[0];
const compactedByJsonLd = async (context: object[], name: string) =>
  Object.keys(
    await jsonld.compact(
      [{ [name]: [{ '@value': 'x' }] }] as object,
      [VOCAB, ...context] as object as Parameters<typeof jsonld.compact>[1],
    ),
  ).find((key) => key !== '@context');

describe('equals jsonld for terms, prefixes and vocabularies', () => {
  it('in expanding', async () => {
    await fc.assert(
      fc.asyncProperty(contexts, fc.oneof(term, iri), async (context, name) => {
        const expected = await expandedByJsonLd(context, name).catch(() => undefined);
        fc.pre(expected !== undefined && !expected.startsWith('@'));
        expect(iriOfStoredName(contextOf(...context).expandName(name))).toBe(expected);
      }),
    );
  });

  it('in compacting', async () => {
    await fc.assert(
      fc.asyncProperty(contexts, iri, async (context, name) => {
        const full = await expandedByJsonLd([], name).catch(() => undefined);
        fc.pre(full !== undefined && full.includes(':'));
        const expected = await compactedByJsonLd(context, name).catch(() => undefined);
        fc.pre(expected !== undefined);
        expect(contextOf(...context).compactName(storedNameOfIri(name))).toBe(expected);
      }),
    );
  });

  it('in what it takes back', () => {
    fc.assert(
      fc.property(contexts, fc.oneof(term, iri), (definitions, name) => {
        let context: LdContext;
        try {
          context = contextOf(...definitions);
        } catch {
          return;
        }
        const stored = context.expandName(name);
        expect(context.expandName(context.compactName(stored))).toBe(stored);
      }),
    );
  });
});
