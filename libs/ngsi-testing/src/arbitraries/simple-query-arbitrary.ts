import type { Operand, QueryLiteral, QueryTarget, SimpleQuery, Statement } from '@smart-city/ngsi';
import fc from 'fast-check';
import { ATTRIBUTE_NAMES, METADATA_NAMES } from './entity-arbitrary';
import { KEYS, numberArbitrary, wordArbitrary } from './json-arbitrary';

/** What `q` or `mq` can say: words in quotes hold no quote and no `..`. */
const string = wordArbitrary.map((value): QueryLiteral => ({ kind: 'string', value }));
const number = numberArbitrary.map((value): QueryLiteral => ({ kind: 'number', value }));
const date = fc
  .integer({ min: 0, max: 5 })
  .map((value): QueryLiteral => ({ kind: 'date', value: value + 0.5 }));
const boolean = fc.boolean().map((value): QueryLiteral => ({ kind: 'boolean', value }));
const nil = fc.constant<QueryLiteral>({ kind: 'null' });

const range = fc
  .oneof(fc.tuple(string, string), fc.tuple(number, number), fc.tuple(date, date))
  .map(([from, to]): Operand => ({ kind: 'range', from, to }));
/** Items are of one kind; null may stand anywhere among strings, before the others only. */
const items = (item: fc.Arbitrary<QueryLiteral>, size = 2) =>
  fc.array(item, { minLength: size, maxLength: 3 });
const list = fc
  .oneof(
    items(fc.oneof(string, nil)),
    items(number),
    items(date),
    fc.tuple(nil, fc.oneof(items(number, 1), items(date, 1))).map(([first, rest]) => [first, ...rest]),
  )
  .map((literals): Operand => ({ kind: 'list', items: literals }));
const regex = fc
  .constantFrom('a', '^a', 'b$', '^[ab]+$', '.', 'x\\.y', '^$', '[0-9]', 'a|ä')
  .map((source): Operand => ({ kind: 'regex', source }));

function comparisonArbitrary(target: fc.Arbitrary<QueryTarget>): fc.Arbitrary<Statement> {
  const equality = fc.tuple(
    fc.constantFrom('==', '!='),
    fc.oneof(string, number, date, boolean, nil, range, list),
  );
  const order = fc.tuple(fc.constantFrom('>', '<', '>=', '<='), fc.oneof(string, number, date));
  const match = fc.tuple(fc.constant('~=' as const), regex);
  return fc
    .tuple(target, fc.oneof(equality, order, match))
    .map(([named, [operator, operand]]): Statement => ({
      kind: 'compare',
      target: named,
      operator,
      operand,
    }));
}

function queryArbitrary(
  compared: fc.Arbitrary<QueryTarget>,
  unary: fc.Arbitrary<QueryTarget>,
): fc.Arbitrary<SimpleQuery> {
  const existence = fc
    .tuple(fc.constantFrom('exists', 'notExists'), unary)
    .map(([kind, target]): Statement => ({ kind, target }));
  const statement = fc.oneof({ weight: 3, arbitrary: comparisonArbitrary(compared) }, existence);
  return fc.array(statement, { minLength: 1, maxLength: 3 });
}

const path = fc.array(fc.constantFrom(...KEYS), { maxLength: 2 });
const attribute = fc
  .tuple(fc.constantFrom(...ATTRIBUTE_NAMES), path)
  .map(([name, keys]): QueryTarget => ({ kind: 'attribute', name, path: keys }));
const entityBuiltin = fc
  .constantFrom('dateCreated', 'dateModified', 'servicePath')
  .map((name): QueryTarget => ({ kind: 'entityBuiltin', name }));
const metadata = fc
  .tuple(fc.constantFrom(...ATTRIBUTE_NAMES), fc.constantFrom(...METADATA_NAMES), path)
  .map(([owner, name, keys]): QueryTarget => ({ kind: 'metadata', attribute: owner, name, path: keys }));
const attributeBuiltin = fc
  .tuple(fc.constantFrom(...ATTRIBUTE_NAMES), fc.constantFrom('dateCreated', 'dateModified'))
  .map(([owner, name]): QueryTarget => ({ kind: 'attributeBuiltin', attribute: owner, name }));

/** A tree that parsing some `q` gives. */
export const qArbitrary: fc.Arbitrary<SimpleQuery> = queryArbitrary(
  fc.oneof({ weight: 6, arbitrary: attribute }, entityBuiltin),
  attribute,
);

/** A tree that parsing some `mq` gives. */
export const mqArbitrary: fc.Arbitrary<SimpleQuery> = queryArbitrary(
  fc.oneof({ weight: 4, arbitrary: metadata }, attributeBuiltin),
  fc.oneof({ weight: 4, arbitrary: metadata }, attributeBuiltin),
);
