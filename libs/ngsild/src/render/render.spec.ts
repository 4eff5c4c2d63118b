import { parseJson, rewriteEntity, type Entity, type JsonObject } from '@smart-city/context';
import fc from 'fast-check';
import { CORE_CONTEXT, LdContext } from '../context/ld-context';
import { parseNewEntity } from '../entity/index';
import { parseProjection } from '../query/projection';
import { createEntity } from '../write/write-entity';
import {
  chosenLanguage,
  parseLanguageRanges,
  renderLdEntity,
  renderLdFeature,
  withoutEnded,
  type ShowOptions,
} from './index';

const json = (value: unknown) => parseJson(JSON.stringify(value)) as JsonObject;

const entityOf = (body: object, context = CORE_CONTEXT): Entity => {
  const input = parseNewEntity(json({ id: 'urn:a:1', type: 'T', ...body }), {
    context,
    mode: 'whole',
    nowMs: 0,
  });
  const write = createEntity(input, input.id, input.types, 100);
  const rewrite = () => ({ kind: 'write', after: write.after, requested: [] }) as const;
  const result = rewriteEntity('', undefined, { id: input.id, rewrite }, 100);
  return result.kind === 'done' ? result.change.after! : fail(result.kind);
};
const fail = (text: string): never => {
  throw new Error(text);
};
const show = (entity: Entity, options: Partial<ShowOptions> = {}) =>
  JSON.parse(
    renderLdEntity(entity, { context: CORE_CONTEXT, format: 'normalized', nowMs: 0, ...options }),
  ) as Record<string, unknown>;

const point = { type: 'Point', coordinates: [1, 2] };
const EVERYTHING = {
  p: {
    type: 'Property',
    value: 1.5,
    unitCode: 'CEL',
    observedAt: '2026-01-01T00:00:00Z',
    s: { type: 'Property', value: 1 },
  },
  d: { type: 'Property', value: '2026-01-01T00:00:00Z', valueType: 'DateTime' },
  o: { type: 'Property', value: { '@type': 'DateTime', '@value': '2026-01-01T00:00:00.5Z' } },
  r: { type: 'Relationship', object: ['urn:b:1', 'urn:b:2'], objectType: 'B' },
  g: { type: 'GeoProperty', value: point },
  n: { type: 'LanguageProperty', languageMap: { en: 'x', fr: ['y', 'z'] } },
  v: { type: 'VocabProperty', vocab: ['x', 'https://v.org/y'] },
  j: { type: 'JsonProperty', json: { a: [null] } },
  l: { type: 'ListProperty', valueList: [1, 'a'] },
  lr: { type: 'ListRelationship', objectList: [{ object: 'urn:b:1' }] },
  m: [
    { type: 'Property', value: 1 },
    { type: 'Property', value: 2, datasetId: 'urn:d:1' },
  ],
};

describe('representations', () => {
  it('shows normalized what came normalized', () => {
    expect(show(entityOf(EVERYTHING))).toEqual({ id: 'urn:a:1', type: 'T', ...EVERYTHING });
  });

  it('shows concise forms', () => {
    expect(show(entityOf(EVERYTHING), { format: 'concise' })).toMatchObject({
      p: { value: 1.5, unitCode: 'CEL', observedAt: '2026-01-01T00:00:00Z', s: 1 },
      d: { value: '2026-01-01T00:00:00Z', valueType: 'DateTime' },
      r: { object: ['urn:b:1', 'urn:b:2'], objectType: 'B' },
      g: point,
      n: { languageMap: { en: 'x' } },
      lr: { objectList: ['urn:b:1'] },
      m: [1, { value: 2, datasetId: 'urn:d:1' }],
    });
  });

  it('shows simplified forms', () => {
    expect(show(entityOf(EVERYTHING), { format: 'simplified' })).toEqual({
      id: 'urn:a:1',
      type: 'T',
      p: 1.5,
      d: '2026-01-01T00:00:00Z',
      o: { '@type': 'DateTime', '@value': '2026-01-01T00:00:00.5Z' },
      r: ['urn:b:1', 'urn:b:2'],
      g: point,
      n: { languageMap: { en: 'x', fr: ['y', 'z'] } },
      v: { vocab: ['x', 'https://v.org/y'] },
      j: { json: { a: [null] } },
      l: [1, 'a'],
      lr: ['urn:b:1'],
      m: { dataset: { '@none': 1, 'urn:d:1': 2 } },
    });
  });

  it('shows times with sysAttrs only', () => {
    const entity = entityOf({
      a: { value: 1, expiresAt: '2999-01-01T00:00:00Z' },
      expiresAt: '2999-02-01T00:00:00Z',
    });
    const at = '1970-01-01T00:01:40.000Z';
    expect(show(entity)).toEqual({ id: 'urn:a:1', type: 'T', a: { type: 'Property', value: 1 } });
    expect(show(entity, { sysAttrs: true })).toEqual({
      id: 'urn:a:1',
      type: 'T',
      expiresAt: '2999-02-01T00:00:00Z',
      createdAt: at,
      modifiedAt: at,
      a: { type: 'Property', value: 1, expiresAt: '2999-01-01T00:00:00Z', createdAt: at, modifiedAt: at },
    });
  });

  it('leaves out what has ended', () => {
    const entity = entityOf({ a: { value: 1, expiresAt: '2000-01-01T00:00:00Z' }, b: 1 });
    const nowMs = Date.parse('2001-01-01T00:00:00Z');
    expect(show(entity, { nowMs })).not.toHaveProperty('a');
    expect([...withoutEnded(entity, nowMs).attrs.keys()]).toEqual(['b']);
    expect(withoutEnded(entity, 0)).toBe(entity);
  });

  it('makes a Feature', () => {
    const entity = entityOf({ g: point, a: 1 });
    const options: ShowOptions = { context: CORE_CONTEXT, format: 'simplified', nowMs: 0 };
    expect(JSON.parse(renderLdFeature(entity, options, { geometryProperty: 'g' }))).toEqual({
      id: 'urn:a:1',
      type: 'Feature',
      geometry: point,
      properties: { type: 'T', g: point, a: 1 },
    });
    expect(JSON.parse(renderLdFeature(entity, options, { geometryProperty: 'location' }))).toMatchObject({
      geometry: null,
    });
  });

  it('puts linked entities into relationships', () => {
    const entity = entityOf({ r: { object: 'urn:b:1' }, lr: { objectList: ['urn:b:1', 'urn:b:2'] } });
    const linkedEntity = (uri: string) => (uri === 'urn:b:1' ? '{"id":"urn:b:1"}' : undefined);
    expect(show(entity, { linkedEntity })).toMatchObject({
      r: { object: 'urn:b:1', entity: { id: 'urn:b:1' } },
      lr: { entityList: [{ id: 'urn:b:1' }] },
    });
    expect(show(entity, { linkedEntity, format: 'simplified' })).toMatchObject({
      r: { id: 'urn:b:1' },
      lr: [{ id: 'urn:b:1' }, 'urn:b:2'],
    });
  });
});

describe('selections', () => {
  const expand = (name: string) => name;
  const entity = entityOf({ a: [{ value: 1 }, { value: 2, datasetId: 'urn:d:1' }], b: 3, scope: '/A' });

  it('picks and omits members', () => {
    expect(show(entity, { pick: parseProjection('id,b', 'pick', expand), format: 'concise' })).toEqual({
      id: 'urn:a:1',
      b: 3,
    });
    expect(show(entity, { omit: parseProjection('a,scope', 'omit', expand), format: 'concise' })).toEqual({
      id: 'urn:a:1',
      type: 'T',
      b: 3,
    });
  });

  it('shows attributes and instances that are asked for', () => {
    expect(show(entity, { attrs: new Set(['b']), format: 'simplified' })).toEqual({
      id: 'urn:a:1',
      type: 'T',
      scope: '/A',
      b: 3,
    });
    expect(show(entity, { datasetIds: new Set(['urn:d:1']), format: 'simplified' })).toEqual({
      id: 'urn:a:1',
      type: 'T',
      scope: '/A',
      a: 2,
    });
  });
});

describe('languages', () => {
  const map = json({ en: 'hello', 'fr-CH': 'salut', '@none': 'x' });
  it.each([
    ['fr-CH,en;q=0.5', 'fr-CH'],
    ['en-GB', 'en'],
    ['en;q=0.1,fr-ch;q=0.9', 'fr-CH'],
    ['de', '@none'],
    ['de,*;q=0.5', '@none'],
    ['fr', '@none'],
    ['EN-x-private', 'en'],
  ])('of %s chooses %s', (lang, tag) => {
    expect(chosenLanguage(map, parseLanguageRanges(lang))?.[0]).toBe(tag);
  });

  it('makes a Property of the text', () => {
    const entity = entityOf({ n: { languageMap: { en: 'x', fr: 'y' } } });
    const lang = parseLanguageRanges('fr');
    expect(show(entity, { lang })).toMatchObject({ n: { type: 'Property', value: 'y', lang: 'fr' } });
    expect(show(entity, { lang, format: 'simplified' })).toMatchObject({ n: 'y' });
  });

  it('refuses what is no range', () => {
    expect(() => parseLanguageRanges('en;q=x')).toThrow('Invalid lang');
  });
});

describe('names', () => {
  it('are compacted with the context of the reader', () => {
    const own = new LdContext([
      { definitions: json({ ex: 'https://e.org/', speed: 'ex:speed', T: 'ex:T' }) },
    ]);
    const entity = entityOf({ speed: { value: 1, unit: 2 }, v: { vocab: 'speed' } }, own);
    expect(show(entity, { context: own, format: 'concise' })).toMatchObject({
      type: 'T',
      speed: { unit: 2 },
      v: { vocab: 'speed' },
    });
    expect(show(entity, { format: 'concise' })).toMatchObject({
      type: 'https://e.org/T',
      'https://e.org/speed': { unit: 2 },
      v: { vocab: 'https://e.org/speed' },
    });
  });
});

describe('what is rendered is read back the same', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }).filter((json) => !JSON.stringify(json).includes('null')),
    fc.constantFrom(point, { value: 1 }, [{ value: 1 }], { type: 'Property' }, { observedAt: 'x' }, [point]),
  );
  it.each(['normalized', 'concise'] as const)('%s', (format) => {
    fc.assert(
      fc.property(value, fc.option(fc.constant({ unitCode: 'CEL' }), { nil: {} }), (given, more) => {
        const entity = entityOf({ a: { type: 'Property', value: given, ...more } });
        const again = entityOf(show(entity, { format }));
        expect(again.attrs).toEqual(entity.attrs);
      }),
    );
  });
});
