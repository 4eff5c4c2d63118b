import type { AttributeKind } from '@smart-city/context';
import fc from 'fast-check';
import { compileLdQuery } from './compile-ld-query';
import type { LdLiteral, LdOperand, LdOperator, LdPath, LdQuery } from './ld-query';
import { entityOf, holdsOf, type PlainAttributes, type PlainInstance } from './ld-query-oracle';
import { parseLdQuery } from './parse-ld-query';

const CONTEXT = { expand: (name: string) => name, expandValue: (value: string) => `v:${value}` };

const instance = (type: AttributeKind, value: unknown, rest: Partial<PlainInstance> = {}): PlainInstance => ({
  type,
  value,
  subs: {},
  ...rest,
});
const property = (value: unknown, rest: Partial<PlainInstance> = {}) => instance('Property', value, rest);

const ENTITY: PlainAttributes = {
  number: [property(30)],
  text: [property('30', { observedAt: '2020-01-01T00:00:00.000Z', unitCode: 'CEL' })],
  many: [property(1), property(7, { datasetId: 'urn:d:1' })],
  array: [property([1, 2, 'x'])],
  object: [property({ a: { b: 5 }, list: [{ c: 1 }, { c: 2 }] })],
  flag: [property(true)],
  day: [property('2020-05-05')],
  when: [property('2020-05-05T10:00:00Z')],
  owner: [instance('Relationship', 'urn:ngsi-ld:Person:1', { subs: { since: [property(2019)] } })],
  places: [instance('ListRelationship', ['urn:a:1', 'urn:a:2'])],
  name: [instance('LanguageProperty', { en: 'House', es: ['Casa', 'Hogar'] })],
  use: [instance('VocabProperty', 'v:home')],
  json: [instance('JsonProperty', { k: 1 })],
};

it.each([
  ['number==30', true],
  ['number==30.0', true],
  ['number=="30"', false],
  ['number!="30"', true],
  ['text!=30', true],
  ['text>30', false],
  ['missing', false],
  ['missing!=1', false],
  ['!missing', true],
  ['many==7', true],
  ['many!=1', true],
  ['many>5;many<2', true],
  ['array==2', true],
  ['array!=2', false],
  ['array!=3', true],
  ['array==9,"x"', true],
  ['array!=9,"x"', false],
  ['array>0', false],
  ['number==10..30', true],
  ['number!=10..30', false],
  ['text!=10..30', true],
  ['object[a.b]==5', true],
  ['object[a.c]', false],
  ['object[list.c]==2', true],
  ['flag==true', true],
  ['flag!=true', false],
  ['day>=2020-05-05', true],
  ['day>2020-05-04T00:00:00Z', false],
  ['when>2020-05-05T09:59:59.9Z', true],
  ['when=="2020-05-05T10:00:00Z"', true],
  ['text.observedAt>=2020-01-01T00:00:00Z', true],
  ['text.observedAt<"2020-01-01T00:00:01Z"', true],
  ['text.unitCode=="CEL"', true],
  ['many.datasetId==urn:d:1', true],
  ['owner==urn:ngsi-ld:Person:1', true],
  ['owner!="urn:ngsi-ld:Person:1"', false],
  ['owner>"a"', false],
  ['owner~=Person', false],
  ['owner.since<2020', true],
  ['places=="urn:a:2"', true],
  ['name=="Hogar"', true],
  ['name[en]=="House"', true],
  ['name[fr]', false],
  ['name[*]~=^Ho', true],
  ['use=="home"', true],
  ['use=="v:home"', true],
  ['json[k]==1', true],
  ['text~=^3', true],
  ['text!~=^3', false],
  ['number!~=^3', false],
  ['createdAt<2020-01-01T00:00:00Z', true],
  ['rel{a}==1', false],
  ['(number==1|flag==true);text=="30"', true],
])('%s is %s', (q, expected) => {
  expect(compileLdQuery(parseLdQuery(q, CONTEXT))(entityOf('urn:e:1', ['T'], ENTITY))).toBe(expected);
});

const NAMES = ['a', 'b', 'c'];
const text = fc.constantFrom(
  '',
  'a',
  'b',
  'ab',
  '30',
  '2020-01-01',
  '2020-01-01T00:00:00Z',
  '10:00:00Z',
  'v:a',
);
const scalar = fc.oneof(fc.integer({ min: -2, max: 3 }), fc.boolean(), text);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('k', 'l'), fc.oneof(scalar, fc.record({ m: scalar })), {
    noNullPrototype: true,
  }),
);
const typed: fc.Arbitrary<readonly [AttributeKind, unknown]> = fc.oneof(
  { weight: 4, arbitrary: value.map((one) => ['Property', one] as const) },
  fc.constantFrom('urn:x:1', 'urn:x:2').map((one) => ['Relationship', one] as const),
  fc
    .array(fc.constantFrom('urn:x:1', 'urn:x:2'), { minLength: 1, maxLength: 2 })
    .map((one) => ['ListRelationship', one] as const),
  fc
    .dictionary(fc.constantFrom('en', 'k'), text, { minKeys: 1, noNullPrototype: true })
    .map((one) => ['LanguageProperty', one] as const),
  fc.constantFrom('v:a', 'v:b').map((one) => ['VocabProperty', one] as const),
  fc.record({ k: scalar }).map((one) => ['JsonProperty', one] as const),
  fc.array(scalar, { maxLength: 2 }).map((one) => ['ListProperty', one] as const),
);
const instanceArbitrary = (subs: fc.Arbitrary<PlainAttributes>): fc.Arbitrary<PlainInstance> =>
  fc
    .record({
      typed,
      observedAt: fc.option(fc.constantFrom('2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z'), {
        nil: undefined,
      }),
      unitCode: fc.option(fc.constantFrom('CEL', 'a'), { nil: undefined }),
      subs,
    })
    .map(({ typed: [type, one], ...rest }) => ({ type, value: one, ...rest }));
const attributesOf = (one: fc.Arbitrary<PlainInstance>): fc.Arbitrary<PlainAttributes> =>
  fc.dictionary(
    fc.constantFrom(...NAMES),
    fc
      .array(one, { minLength: 1, maxLength: 2 })
      .map((list) => list.map((item, at) => (at === 0 ? item : { ...item, datasetId: `urn:d:${at}` }))),
    { maxKeys: 3, noNullPrototype: true },
  );
const attributes = attributesOf(instanceArbitrary(attributesOf(instanceArbitrary(fc.constant({})))));

const path: fc.Arbitrary<LdPath> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    subs: fc.array(fc.constantFrom(...NAMES), { maxLength: 1 }),
    member: fc.option(fc.constantFrom('observedAt' as const, 'unitCode' as const, 'datasetId' as const), {
      nil: undefined,
      freq: 5,
    }),
    inside: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      fc.array(fc.constantFrom('k', 'l', 'm', 'en', '*'), { minLength: 1, maxLength: 2 }),
    ),
  })
  .map(({ member, inside, ...rest }) => ({
    of: 'attribute' as const,
    ...rest,
    ...(member === undefined ? { inside } : { member, inside: [] }),
  }));
const literal: fc.Arbitrary<LdLiteral> = fc.oneof(
  fc.integer({ min: -2, max: 3 }).map((one) => ({ kind: 'number' as const, value: one })),
  fc.boolean().map((one) => ({ kind: 'boolean' as const, value: one })),
  fc
    .oneof(text, fc.constantFrom('urn:x:1', 'urn:d:1', 'CEL'))
    .map((one) => ({ kind: 'text' as const, value: one, expanded: `v:${one}` })),
  fc
    .constantFrom(2020, 2021)
    .map((year) => ({ kind: 'dateTime' as const, value: Date.UTC(year, 0, 1) / 1000 })),
  fc.constant({ kind: 'date' as const, value: '2020-01-01' }),
  fc.constant({ kind: 'time' as const, value: '10:00:00Z' }),
);
const range: fc.Arbitrary<LdOperand> = fc
  .tuple(literal, literal)
  .filter(([from, to]) => from.kind === to.kind && from.kind !== 'boolean')
  .map(([from, to]) => ({ kind: 'range', from, to }));
const equality = fc.record({
  operator: fc.constantFrom<LdOperator>('==', '!='),
  operand: fc.oneof<fc.Arbitrary<LdOperand>[]>(
    literal,
    range,
    fc.array(literal, { minLength: 1, maxLength: 3 }).map((items) => ({ kind: 'list', items })),
  ),
});
const comparison = fc.oneof(
  { weight: 2, arbitrary: equality },
  fc.record({ operator: fc.constantFrom<LdOperator>('>', '>=', '<', '<='), operand: literal }),
  fc.record({
    operator: fc.constantFrom<LdOperator>('~=', '!~='),
    operand: fc.constantFrom('^a', 'b$', '3').map((source) => ({ kind: 'pattern' as const, source })),
  }),
);
const query: fc.Arbitrary<LdQuery> = fc.letrec<{ query: LdQuery }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(path, comparison).map(([one, rest]): LdQuery => ({ kind: 'compare', path: one, ...rest })),
    path.map((one): LdQuery => ({ kind: 'exists', path: one })),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('query'), { minLength: 1, maxLength: 3 }),
    }),
    tie('query').map((part): LdQuery => ({ kind: 'not', part })),
  ),
})).query;

it('holds where the definition says so', () => {
  fc.assert(
    fc.property(query, fc.array(attributes, { minLength: 1, maxLength: 5 }), (tree, entities) => {
      const test = compileLdQuery(tree);
      expect(entities.map((one) => test(entityOf('urn:e:1', ['T'], one)))).toEqual(
        entities.map((one) => holdsOf(tree, one)),
      );
    }),
    { numRuns: 2_000 },
  );
});
