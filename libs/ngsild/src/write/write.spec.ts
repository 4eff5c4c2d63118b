import { parseJson, rewriteEntity, type Entity, type JsonObject } from '@smart-city/context';
import { CORE_CONTEXT } from '../context/ld-context';
import {
  checkBody,
  parseAttributeFragment,
  parseEntityFragment,
  parseNewEntity,
  type EntityReading,
} from '../entity/index';
import type { ParseMode } from '../entity/attribute-input';
import { renderLdEntity } from '../render/index';
import type { LdWrite } from './entity-draft';
import { inputOfSimplified, parseSimplifiedFragment } from './simplified-input';
import { deleteAttribute, partialUpdate, replaceAttribute } from './write-attribute';
import { appendAttributes, createEntity, mergeEntity, replaceEntity, updateAttributes } from './write-entity';

const NULL = 'urn:ngsi-ld:null';
const ID = 'urn:a:1';
const json = (value: unknown) => parseJson(JSON.stringify(value)) as JsonObject;
const reading = (mode: ParseMode): EntityReading => ({ context: CORE_CONTEXT, mode, nowMs: 0 });

const stored = (before: Entity | undefined, write: LdWrite, nowSeconds: number): Entity => {
  const rewrite = () => ({ kind: 'write', after: write.after, requested: write.updated }) as const;
  const result = rewriteEntity('', before, { id: ID, rewrite }, nowSeconds);
  if (result.kind !== 'done') throw new Error(result.kind);
  return result.change.after!;
};
const made = (members: object): Entity => {
  const input = parseNewEntity(json({ id: ID, type: 'T', ...members }), reading('whole'));
  return stored(undefined, createEntity(input, input.id, input.types, 100), 100);
};
const fragment = (body: object, mode: ParseMode) => parseEntityFragment(checkBody(json(body)), reading(mode));
const shown = (entity: Entity, more: object = {}): Record<string, unknown> => {
  const { id: _, ...rest } = JSON.parse(
    renderLdEntity(entity, { context: CORE_CONTEXT, format: 'concise', nowMs: 0, ...more }),
  ) as Record<string, unknown>;
  return rest;
};

const append = (before: Entity, body: object, noOverwrite = false) =>
  stored(before, appendAttributes(before, fragment(body, 'whole'), noOverwrite, 200), 200);
const update = (before: Entity, body: object) =>
  stored(before, updateAttributes(before, fragment(body, 'update'), 200), 200);
const merge = (before: Entity, body: object, rule: object = {}) =>
  stored(before, mergeEntity(before, fragment(body, 'merge'), { nowSeconds: 200, ...rule }), 200);
const mergeSimplified = (before: Entity, body: object, rule: object = {}) => {
  const input = inputOfSimplified(parseSimplifiedFragment(json(body), reading('merge')), before.attrs);
  return stored(before, mergeEntity(before, input, { nowSeconds: 200, ...rule }), 200);
};
const partial = (before: Entity, name: string, body: object) =>
  stored(
    before,
    partialUpdate(before, name, parseAttributeFragment(json(body), name, reading('partial')), 200),
    200,
  );

describe('append', () => {
  it('replaces the instance, adds others, unites types, replaces scopes', () => {
    const before = made({ a: { value: 1, s: 1 }, b: 2, scope: ['/A', '/B'] });
    const after = append(before, { type: 'U', a: 3, c: 4, scope: '/C' });
    expect(shown(after)).toEqual({ type: ['T', 'U'], scope: '/C', a: 3, b: 2, c: 4 });
    expect(after.attrs.get('a')).toMatchObject({ creDate: 100, modDate: 200 });
    expect(after.attrs.get('b')).toMatchObject({ creDate: 100, modDate: 100 });
    expect(after.creDate).toBe(100);
  });

  it('touches the instance of its dataset alone', () => {
    const before = made({ a: [{ value: 1 }, { value: 2, datasetId: 'urn:d:1' }] });
    expect(shown(append(before, { a: { value: 3, datasetId: 'urn:d:1' } }))).toMatchObject({
      a: [1, { value: 3, datasetId: 'urn:d:1' }],
    });
    expect(shown(append(before, { a: 4 }))).toMatchObject({ a: [4, { value: 2, datasetId: 'urn:d:1' }] });
  });

  it('leaves and reports what is there, and adds scopes, with noOverwrite', () => {
    const before = made({ a: 1, scope: '/A' });
    const input = fragment({ a: 2, b: 3, scope: ['/A', '/B'] }, 'whole');
    const write = appendAttributes(before, input, true, 200);
    expect(shown(stored(before, write, 200))).toEqual({ type: 'T', scope: ['/A', '/B'], a: 1, b: 3 });
    expect(write).toMatchObject({ updated: ['b'], notUpdated: [{ name: 'a' }] });
  });
});

describe('update of attributes', () => {
  it('replaces whole, adds, deletes what is null', () => {
    const before = made({ a: { value: 1, s: 1 }, b: 2 });
    expect(shown(update(before, { a: 3, b: NULL, c: 4 }))).toEqual({ type: 'T', a: 3, c: 4 });
  });

  it('replaces scopes only where there are some', () => {
    expect(shown(update(made({ scope: '/A' }), { scope: '/B' }))).toMatchObject({ scope: '/B' });
    expect(shown(update(made({}), { scope: '/B' }))).toEqual({ type: 'T' });
  });
});

describe('partial update', () => {
  const before = () => made({ a: { value: { x: 1, y: 2 }, unitCode: 'CEL', s: { value: 1, t: 1 }, u: 2 } });

  it('replaces the members that are sent, the value whole', () => {
    const after = partial(before(), 'a', { value: { x: 3 }, s: { value: 4 }, u: NULL });
    expect(shown(after)).toEqual({ type: 'T', a: { value: { x: 3 }, unitCode: 'CEL', s: 4 } });
  });

  it('keeps the value where none is sent', () => {
    const after = partial(before(), 'a', { observedAt: '2026-01-01T00:00:00Z' });
    expect(shown(after)).toMatchObject({
      a: {
        value: { x: 1, y: 2 },
        unitCode: 'CEL',
        observedAt: '2026-01-01T00:00:00Z',
        s: { value: 1, t: 1 },
      },
    });
  });

  it('does not change the type', () => {
    expect(() => partial(before(), 'a', { type: 'Relationship', object: 'urn:b:1' })).toThrow(
      'cannot become',
    );
    expect(() => partial(made({ a: { object: 'urn:b:1' } }), 'a', { value: 4 })).toThrow('cannot become');
  });

  it('finds the instance of the dataset, or none', () => {
    const twice = made({ a: [{ value: 1 }, { value: 2, datasetId: 'urn:d:1' }] });
    expect(shown(partial(twice, 'a', { value: 3, datasetId: 'urn:d:1' }))).toMatchObject({
      a: [1, { value: 3, datasetId: 'urn:d:1' }],
    });
    expect(() => partial(twice, 'a', { value: 3, datasetId: 'urn:d:2' })).toThrow('Attribute not found');
    expect(() => partial(twice, 'b', { value: 3 })).toThrow('Attribute not found');
  });
});

describe('replacing and deleting an attribute', () => {
  it('may change the type', () => {
    const before = made({ a: { value: 1, s: 2 } });
    const input = parseAttributeFragment(json({ object: 'urn:b:1' }), 'a', reading('whole'));
    expect(shown(stored(before, replaceAttribute(before, 'a', input, 200), 200))).toMatchObject({
      a: { object: 'urn:b:1' },
    });
    expect(() => replaceAttribute(before, 'b', input, 200)).toThrow('Attribute not found');
  });

  it('deletes the default instance, one of a dataset, or all', () => {
    const before = made({ a: [{ value: 1 }, { value: 2, datasetId: 'urn:d:1' }], scope: '/A' });
    const after = (name: string, which: { datasetId?: string; deleteAll: boolean }) =>
      shown(stored(before, deleteAttribute(before, name, which), 200));
    expect(after('a', { deleteAll: false })).toMatchObject({ a: { value: 2, datasetId: 'urn:d:1' } });
    expect(after('a', { datasetId: 'urn:d:1', deleteAll: false })).toMatchObject({ a: 1 });
    expect(after('a', { deleteAll: true })).toEqual({ type: 'T', scope: '/A' });
    expect(after('scope', { deleteAll: false })).not.toHaveProperty('scope');
    expect(() => after('a', { datasetId: 'urn:d:9', deleteAll: false })).toThrow('Attribute not found');
    expect(() => deleteAttribute(made({}), 'scope', { deleteAll: false })).toThrow('Attribute not found');
  });
});

describe('replacing an entity', () => {
  it('keeps nothing but the creation of what stays', () => {
    const before = made({ a: 1, b: 2, scope: '/A', expiresAt: '2999-01-01T00:00:00Z' });
    const input = fragment({ type: 'U', a: 3 }, 'whole');
    const after = stored(before, replaceEntity(before, input, 200), 200);
    expect(shown(after, { sysAttrs: true })).toMatchObject({ type: 'U', a: { value: 3 } });
    expect(shown(after)).toEqual({ type: 'U', a: 3 });
    expect(after).toMatchObject({ creDate: 100, modDate: 200 });
    expect(after.attrs.get('a')).toMatchObject({ creDate: 100, modDate: 200 });
  });
});

describe('merge', () => {
  it('merges objects, language maps and sub-attributes, and deletes at any depth', () => {
    const before = made({
      a: { value: { x: { y: 1, z: 2 }, l: [1, 2] }, s: { value: { p: 1, q: 2 } }, t: 1 },
      n: { languageMap: { en: 'x', fr: 'y' } },
      j: { json: { a: 1, b: 2 } },
      gone: 1,
    });
    const after = merge(before, {
      a: { value: { x: { y: NULL }, l: [3] }, s: { value: { q: NULL } }, t: NULL },
      n: { languageMap: { fr: NULL, de: 'z' } },
      j: { json: { b: NULL } },
      gone: NULL,
      unknown: NULL,
      fresh: { value: { a: 1, b: NULL } },
    });
    expect(shown(after)).toEqual({
      type: 'T',
      a: { value: { x: { z: 2 }, l: [3] }, s: { p: 1 } },
      n: { languageMap: { en: 'x', de: 'z' } },
      j: { json: { a: 1 } },
      fresh: { a: 1 },
    });
  });

  it('keeps an old observedAt, or sets the one of the request', () => {
    const before = made({ a: { value: 1, observedAt: '2020-01-01T00:00:00Z' }, b: 1 });
    expect(shown(merge(before, { a: 2 }))).toMatchObject({
      a: { value: 2, observedAt: '2020-01-01T00:00:00Z' },
    });
    const observedAt = '2026-01-01T00:00:00Z';
    expect(shown(merge(before, { a: 2, b: 2 }, { observedAt }))).toMatchObject({
      a: { value: 2, observedAt },
      b: 2,
    });
  });

  it('sets the text of one language', () => {
    const before = made({ n: { languageMap: { en: 'x', fr: 'y' } } });
    expect(shown(merge(before, { n: 'z' }, { lang: 'fr' }))).toMatchObject({
      n: { languageMap: { en: 'x', fr: 'z' } },
    });
  });

  it('does not change the type of an attribute', () => {
    const before = made({ a: 1, r: { object: 'urn:b:1' } });
    expect(() => merge(before, { a: { object: 'urn:b:1' } })).toThrow('cannot become');
    expect(() => merge(before, { r: { value: 1 } })).toThrow('cannot become');
    expect(() => merge(before, { fresh: { observedAt: '2026-01-01T00:00:00Z' } })).toThrow('no value');
  });

  it('takes a concise geometry for what is stored', () => {
    const point = { type: 'Point', coordinates: [1, 2] };
    const before = made({ g: point, p: { type: 'Property', value: { type: 'Point', coordinates: [0, 0] } } });
    const after = merge(before, { g: { value: { coordinates: [3, 4] } }, p: point });
    expect(after.attrs.get('g')).toMatchObject({ kind: 'GeoProperty' });
    expect(after.attrs.get('p')).toMatchObject({ kind: 'Property' });
    expect(() => merge(before, { g: { value: 4 } })).toThrow('GeoJSON');
  });

  it('reads simplified values by the types that are stored', () => {
    const before = made({
      r: { object: 'urn:b:1' },
      n: { languageMap: { en: 'x' } },
      v: { vocab: 'p' },
      j: { json: { a: 1 } },
      l: { valueList: [1] },
      p: [{ value: 1 }, { value: 2, datasetId: 'urn:d:1' }],
    });
    const after = mergeSimplified(
      before,
      {
        r: 'urn:b:2',
        n: 'y',
        v: { vocab: 'q' },
        j: { json: { b: 2 } },
        l: [2, 3],
        p: { dataset: { '@none': 3, 'urn:d:1': 4 } },
        fresh: { languageMap: { en: 'z' } },
      },
      { lang: 'en' },
    );
    expect(shown(after)).toEqual({
      type: 'T',
      r: { object: 'urn:b:2' },
      n: { languageMap: { en: 'y' } },
      v: { vocab: 'q' },
      j: { json: { a: 1, b: 2 } },
      l: { valueList: [2, 3] },
      p: [3, { value: 4, datasetId: 'urn:d:1' }],
      fresh: { languageMap: { en: 'z' } },
    });
    expect(() => mergeSimplified(before, { r: 'no uri' })).toThrow('URI');
  });

  it('removes scopes and the end, or keeps them', () => {
    const before = made({ scope: '/A', expiresAt: '2999-01-01T00:00:00Z' });
    expect(shown(merge(before, { a: 1 }), { sysAttrs: true })).toMatchObject({
      scope: '/A',
      expiresAt: '2999-01-01T00:00:00Z',
    });
    const after = merge(before, { scope: NULL, expiresAt: NULL });
    expect(shown(after, { sysAttrs: true })).not.toHaveProperty('expiresAt');
    expect(shown(after)).toEqual({ type: 'T' });
  });
});

describe('what NGSIv2 wrote', () => {
  it('keeps its type when NGSI-LD merges a value', () => {
    const before = made({ a: 1 });
    const celsius = { ...before.attrs.get('a')!, kind: undefined, type: 'Celsius' };
    const own = { ...before, attrs: new Map([['a', celsius]]) };
    expect(merge(own, { a: 2 }).attrs.get('a')).toMatchObject({ type: 'Celsius', value: 2 });
    expect(append(own, { a: 2 }).attrs.get('a')).toMatchObject({ type: 'Number', value: 2 });
  });
});
