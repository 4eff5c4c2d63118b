import { parseJson, applyUpdate, type Entity } from '@smart-city/context';
import { parseEntity } from '@smart-city/ngsiv2';
import { readOutcomeOf, tagOf, writeConditionOf } from './conditions';
import { versionOf } from './entity-version';

const made = (body: string, nowSeconds = 1): Entity => {
  const { ref, attrs } = parseEntity(parseJson(Buffer.from(body)), { keyValues: true });
  const place = { tenant: '', servicePath: '/' };
  const result = applyUpdate(place, undefined, { action: 'create', ref, attrs }, nowSeconds);
  if (result.kind !== 'done') throw new Error(result.kind);
  return result.changes[0]!.after!;
};
const entity = made('{"id":"E","type":"T","a":1}');
const version = versionOf(entity);

describe('the version of an entity', () => {
  it('is the same for the same content', () => {
    expect(versionOf(made('{"id":"E","type":"T","a":1}'))).toBe(version);
    expect(version).toMatch(/^[\w-]{22}$/);
  });

  it('changes with all that can change', () => {
    const attribute = entity.attrs.get('a')!;
    const others: readonly Entity[] = [
      { ...entity, modDate: 1.000001 },
      { ...entity, creDate: 0 },
      { ...entity, type: 'U' },
      { ...entity, servicePath: '/a' },
      { ...entity, expiresAtMs: 1 },
      { ...entity, attrs: new Map() },
      ...[
        { ...attribute, value: 1.0000000000000002 },
        { ...attribute, value: '1' },
        { ...attribute, type: 'Text' },
        { ...attribute, modDate: 2 },
        { ...attribute, metadata: new Map([['m', { type: 'Text', value: 'x' }]]) },
      ].map((changed) => ({ ...entity, attrs: new Map([['a', changed]]) })),
    ];
    expect(new Set([entity, ...others].map(versionOf)).size).toBe(others.length + 1);
  });
});

const whole = (one: Entity) => one;

describe('a condition on a write', () => {
  const holds = (ifMatch: string | undefined, ifNoneMatch?: string, before: Entity | undefined = entity) =>
    writeConditionOf({ ifMatch, ifNoneMatch }, whole)(before);

  it('of If-Match wants one of the versions, strongly', () => {
    expect(holds(`"x", ${tagOf(version)}`)).toBe(true);
    expect(holds(tagOf(version, '.geo'))).toBe(true);
    expect(holds('*')).toBe(true);
    expect(holds('"x"')).toBe(false);
    expect(holds(`W/${tagOf(version)}`)).toBe(false);
    for (const field of ['*', tagOf(version)])
      expect(writeConditionOf({ ifMatch: field, ifNoneMatch: undefined }, whole)(undefined)).toBe(false);
  });

  it('of If-None-Match wants none of them', () => {
    expect(holds(undefined, '*')).toBe(false);
    expect(holds(undefined, `W/${tagOf(version)}`)).toBe(false);
    expect(holds(undefined, '"x"')).toBe(true);
    expect(holds(tagOf(version), '"x"')).toBe(true);
    expect(writeConditionOf({ ifMatch: undefined, ifNoneMatch: '*' }, whole)(undefined)).toBe(true);
  });

  it('is about what of the entity is seen', () => {
    const part = (one: Entity): Entity => ({ ...one, attrs: new Map() });
    const fits = (tag: string) => writeConditionOf({ ifMatch: tag, ifNoneMatch: undefined }, part)(entity);
    expect(fits(tagOf(version))).toBe(false);
    expect(fits(tagOf(versionOf(part(entity))))).toBe(true);
  });

  it('that is none is refused', () => {
    expect(() => holds('x')).toThrow('If-Match is neither');
    expect(() => holds(undefined, '"x')).toThrow('If-None-Match is neither');
  });
});

describe('a condition on a read', () => {
  const outcome = (ifMatch: string | undefined, ifNoneMatch?: string, variant: '' | '.geo' = '') =>
    readOutcomeOf({ ifMatch, ifNoneMatch }, version, variant);

  it('tells a client that has the representation', () => {
    expect(outcome(undefined, `"x", W/${tagOf(version)}`)).toBe('notModified');
    expect(outcome(undefined, '*')).toBe('notModified');
    expect(outcome(undefined, tagOf(version), '.geo')).toBe('full');
    expect(outcome(undefined, tagOf(version, '.geo'), '.geo')).toBe('notModified');
  });

  it('refuses another version than the one that is wanted', () => {
    expect(outcome('"x"', tagOf(version))).toBe('failed');
    expect(outcome(tagOf(version, '.geo'))).toBe('full');
    expect(outcome('*')).toBe('full');
  });

  it('that is none counts for nothing', () => {
    expect(outcome('x', 'y')).toBe('full');
  });
});
