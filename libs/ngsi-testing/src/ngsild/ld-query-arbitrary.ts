import type { AttributeKind } from '@smart-city/context';
import type { LdLiteral, LdOperand, LdOperator, LdPath, LdQuery } from '@smart-city/ngsild';
import fc from 'fast-check';
import type { PlainAttributes, PlainInstance } from './ld-query-oracle';

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
/** Attributes of one entity; sub-attributes one level deep. */
export const ldAttributesArbitrary = attributesOf(
  instanceArbitrary(attributesOf(instanceArbitrary(fc.constant({})))),
);

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
/** Queries about them. */
export const ldQueryArbitrary: fc.Arbitrary<LdQuery> = fc.letrec<{ query: LdQuery }>((tie) => ({
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
