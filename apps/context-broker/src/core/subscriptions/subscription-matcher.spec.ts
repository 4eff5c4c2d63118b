import { toJsonValue } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import { type Attribute, type Entity, type EntityChange } from '@smart-city/context';
import { parseNewSubscription } from '@smart-city/ngsiv2';
import { ngsiv2Conditions } from '../../faces/ngsiv2/subscriptions/ngsiv2-conditions';
import { compileSubscription } from './compiled-subscription';
import { literalOf } from './literal-of-pattern';
import { noteAttempt, SubscriptionMatcher } from './subscription-matcher';

const attribute = (value: number): Attribute => ({
  type: 'Number',
  value,
  metadata: new Map(),
  creDate: 1,
  modDate: 1,
});
const entity = (id: string, type: string, names: readonly string[], servicePath = '/'): Entity => ({
  id,
  type,
  servicePath,
  attrs: new Map(names.map((name) => [name, attribute(1)])),
  creDate: 1,
  modDate: 1,
});
const updateOf = (after: Entity, changed: readonly string[], requested = changed): EntityChange => ({
  tenant: '',
  before: after,
  after,
  requested,
  changed: new Set(changed),
  metadataChanged: new Set(),
  previousCorrelator: undefined,
  at: 1,
});
const context = { service: '', authToken: undefined, now: 1_000 };
let ids = 0;
const compile = (subject: object, servicePath = '/#', more: object = {}) =>
  compileSubscription(
    '',
    {
      ...parseNewSubscription(
        toJsonValue({ subject, notification: { http: { url: 'http://h' } }, ...more }),
        servicePath,
      ),
      id: String((ids += 1)).padStart(24, '0'),
      counters: { timesSent: 0, failsCounter: 0 },
    },
    { named: () => ngsiv2Conditions },
  );

describe('the literal of a pattern', () => {
  it.each([
    ['^Room.*', 'Room'],
    ['Room1', 'Room1'],
    ['.*', undefined],
    ['a?bc', 'bc'],
    ['ab+c', 'ab'],
    ['x.longer', 'longer'],
    ['a|b', undefined],
    ['(a)', undefined],
    ['a{2}', undefined],
    ['a\\.b', undefined],
    ['a*', undefined],
  ])('%s is %s', (pattern, expected) => expect(literalOf(pattern)).toBe(expected));
});

describe('the matcher', () => {
  it('finds what asking every subscription would find', () => {
    const name = fc.constantFrom('A', 'B', 'C');
    const text = fc.stringMatching(/^[ab]{1,4}$/);
    const subject = fc.record(
      {
        entity: fc.oneof(
          text.map((id) => ({ id })),
          fc
            .oneof(
              text,
              text.map((part) => `^${part}.*`),
              text.map((part) => `${part}+b?`),
              fc.constant('.*'),
            )
            .map((idPattern) => ({ idPattern })),
        ),
        type: fc.oneof(
          fc.constant({}),
          text.map((type) => ({ type })),
          text.map((typePattern) => ({ typePattern })),
        ),
        attrs: fc.uniqueArray(name),
        alterationTypes: fc.uniqueArray(
          fc.constantFrom('entityCreate', 'entityChange', 'entityUpdate', 'entityDelete'),
        ),
        path: fc.constantFrom('/', '/#', '/a', '/a/#', '/a/b', '/a/b/#'),
      },
      { requiredKeys: ['entity', 'type', 'attrs', 'alterationTypes', 'path'] },
    );
    const change = fc.record({
      id: text,
      type: text,
      path: fc.constantFrom('/', '/a', '/a/b', '/ab'),
      changed: fc.uniqueArray(name),
      kind: fc.constantFrom('create', 'update', 'delete'),
    });
    fc.assert(
      fc.property(
        fc.array(subject, { maxLength: 20 }),
        fc.nat(),
        change,
        (subjects, removed, { id, type, path, changed, kind }) => {
          const all = subjects.map((one) =>
            compile(
              {
                entities: [{ ...one.entity, ...one.type }],
                condition: { attrs: one.attrs, alterationTypes: one.alterationTypes },
              },
              one.path,
            ),
          );
          const matcher = new SubscriptionMatcher();
          for (const one of all) matcher.set(one);
          const gone = all[removed % Math.max(1, all.length)];
          if (gone !== undefined) matcher.delete(gone.subscription.id);
          const after = entity(id, type, ['A', 'B', 'C'], path);
          const full = updateOf(after, changed);
          const news = {
            ...full,
            ...(kind === 'create' && { before: undefined }),
            ...(kind === 'delete' && { after: undefined }),
          };
          const alone = (one: (typeof all)[number]) => {
            const own = new SubscriptionMatcher();
            own.set(one);
            return own.match(news, context).length === 1;
          };
          const found = matcher.match(news, context).map(({ compiled }) => compiled.subscription.id);
          expect(found).toEqual(
            all.filter((one) => one !== gone && alone(one)).map(({ subscription }) => subscription.id),
          );
        },
      ),
    );
  });

  it.each<[string, object, string, object, boolean]>([
    ['the same id', { entities: [{ id: 'E', type: 'T' }] }, '/#', {}, true],
    ['another type', { entities: [{ id: 'E', type: 'U' }] }, '/#', {}, false],
    ['a pattern', { entities: [{ idPattern: '^E$', typePattern: '^T' }] }, '/#', {}, true],
    ['one of several entities', { entities: [{ id: 'X' }, { id: 'E' }] }, '/#', {}, true],
    ['another attribute', { entities: [{ id: 'E' }], condition: { attrs: ['B'] } }, '/#', {}, false],
    ['a path above', { entities: [{ id: 'E' }] }, '/a/#', {}, true],
    ['the path above alone', { entities: [{ id: 'E' }] }, '/a', {}, false],
    ['its own path', { entities: [{ id: 'E' }] }, '/a/b', {}, true],
    ['a path with the same beginning', { entities: [{ id: 'E' }] }, '/a/bc/#', {}, false],
    ['an inactive one', { entities: [{ id: 'E' }] }, '/#', { status: 'inactive' }, false],
    ['an expired one', { entities: [{ id: 'E' }] }, '/#', { expires: '1970-01-01T00:00:01Z' }, false],
    [
      'an expression that holds',
      { entities: [{ id: 'E' }], condition: { expression: { q: 'A==1' } } },
      '/#',
      {},
      true,
    ],
    [
      'an expression that does not',
      { entities: [{ id: 'E' }], condition: { expression: { q: 'A>1' } } },
      '/#',
      {},
      false,
    ],
    [
      'a JEXL expression that is true',
      { entities: [{ id: 'E' }], condition: { jexlExpression: 'A==1' } },
      '/#',
      {},
      true,
    ],
    [
      'a JEXL expression that is no boolean',
      { entities: [{ id: 'E' }], condition: { jexlExpression: 'A' } },
      '/#',
      {},
      false,
    ],
  ])('asks for %s', (_what, subject, servicePath, more, expected) => {
    const matcher = new SubscriptionMatcher();
    matcher.set(compile(subject, servicePath, more));
    expect(matcher.match(updateOf(entity('E', 'T', ['A'], '/a/b'), ['A']), context)).toHaveLength(
      expected ? 1 : 0,
    );
  });

  it('looks for a place where the expression says', () => {
    const expression = { georel: 'intersects', geometry: 'point', coords: '3,4', geoproperty: 'yard' };
    const compiled = compile({ entities: [{ idPattern: '.*' }], condition: { expression } });
    const isMet = (yard: unknown, location?: Entity['location']) => {
      const one = entity('E', 'T', []);
      const value = { ...attribute(1), type: 'geo:json', value: toJsonValue(yard) };
      const after = { ...one, attrs: new Map([['yard', value]]), ...(location && { location }) };
      const change = updateOf(after, ['yard']);
      const facts = { entity: after, change, alterationType: 'entityUpdate', ...context } as const;
      return compiled.conditions.every((isTrue) => isTrue(facts));
    };
    const at = (lon: number) => ({ type: 'Point', coordinates: [lon, 3] });
    const gate = { attrName: 'gate', coords: toJsonValue(at(4)) };
    expect([isMet(at(4)), isMet(at(5)), isMet(at(5), gate), isMet('x')]).toEqual([true, false, false, false]);
  });

  it('holds what throttling keeps back where it is wanted later', () => {
    const one = compile({ entities: [{ id: 'E' }] }, '/#', { throttling: 5, throttlingMode: 'last' });
    const matcher = new SubscriptionMatcher();
    matcher.set(one);
    const update = updateOf(entity('E', 'T', ['A']), ['A']);
    const heldAt = (now: number) => matcher.match(update, { ...context, now }).map(({ isHeld }) => isHeld);
    expect(heldAt(1_000)).toEqual([false]);
    noteAttempt(one, 1_000);
    expect([heldAt(1_004.9), heldAt(1_005)]).toEqual([[true], [false]]);
  });

  it('goes on throttling by the new time when the clock is set back', () => {
    const one = compile({ entities: [{ id: 'E' }] }, '/#', { throttling: 5 });
    const matcher = new SubscriptionMatcher();
    matcher.set(one);
    const update = updateOf(entity('E', 'T', ['A']), ['A']);
    const isFiredAt = (now: number) => matcher.match(update, { ...context, now }).length === 1;
    one.counters.rebase({ timesSent: 1, failsCounter: 0, lastNotification: 5_000 });
    expect([isFiredAt(1_000), isFiredAt(4_996), isFiredAt(5_004), isFiredAt(5_005)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    noteAttempt(one, 1_000);
    expect([isFiredAt(1_004), isFiredAt(1_005)]).toEqual([false, true]);
  });

  it('throttles by the last attempt, wherever it was made', () => {
    const one = compile({ entities: [{ id: 'E' }] }, '/#', { throttling: 5 });
    const matcher = new SubscriptionMatcher();
    matcher.set(one);
    const news = updateOf(entity('E', 'T', ['A']), ['A']);
    noteAttempt(one, 998);
    expect(matcher.match(news, context)).toHaveLength(0);
    expect(matcher.match(news, { ...context, now: 1_003 })).toHaveLength(1);
    one.counters.rebase({ timesSent: 3, failsCounter: 0, lastNotification: 1_001 });
    expect(matcher.match(news, { ...context, now: 1_005 })).toHaveLength(0);
  });

  it('tells of a condition that costs too much, which does not fire', () => {
    const matcher = new SubscriptionMatcher();
    const costly = `[${'metadata==metadata,'.repeat(400)}]==0 || true`;
    const condition = { jexlExpression: costly };
    matcher.set(compile({ entities: [{ idPattern: '.*' }], condition }));
    const names = Array.from({ length: 50 }, (_, index) => `A${index}`);
    const told: string[] = [];
    const overBudget = (_id: string, error: Error) => void told.push(error.message);
    const matches = matcher.match(updateOf(entity('E', 'T', names), ['A1']), { ...context, overBudget });
    expect([matches.length, told]).toEqual([0, [expect.stringContaining('more than 100000 steps')]]);
  });

  it('takes a creation without attributes for nothing', () => {
    const matcher = new SubscriptionMatcher();
    matcher.set(compile({ entities: [{ id: 'E' }] }));
    expect(matcher.match({ ...updateOf(entity('E', 'T', []), []), before: undefined }, context)).toHaveLength(
      0,
    );
  });
});
