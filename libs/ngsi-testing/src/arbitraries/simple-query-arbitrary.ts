import type {
  Condition,
  Operand,
  QueryLiteral,
  QueryTarget,
  SimpleQuery,
  Statement,
} from '@smart-city/context';
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

function statementArbitrary(
  compared: fc.Arbitrary<QueryTarget>,
  unary: fc.Arbitrary<QueryTarget>,
): fc.Arbitrary<Statement> {
  const existence = fc
    .tuple(fc.constantFrom('exists', 'notExists'), unary)
    .map(([kind, target]): Statement => ({ kind, target }));
  return fc.oneof({ weight: 3, arbitrary: comparisonArbitrary(compared) }, existence);
}

const queryOf = (statement: fc.Arbitrary<Statement>): fc.Arbitrary<readonly Statement[]> =>
  fc.array(statement, { minLength: 1, maxLength: 3 });

/** Words that differ by nothing but letter case are among those that entities hold. */
const anyLetterCase = (target: fc.Arbitrary<QueryTarget>): fc.Arbitrary<Statement> => {
  const texts = fc
    .array(fc.oneof(wordArbitrary, fc.constantFrom('A', 'Ä', 'aB', "it's (a|b)", 'x..y')), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words): Operand => ({ kind: 'anyCase', texts: words }));
  const pattern = fc
    .constantFrom('^A', 'B$', '^(A|ä)$', "'", 'X\\.Y')
    .map((source): Operand => ({ kind: 'regex', source, ignoreCase: true }));
  return fc.oneof(
    fc
      .tuple(target, texts)
      .map(([named, operand]): Statement => ({ kind: 'compare', target: named, operator: '==', operand })),
    fc
      .tuple(target, pattern)
      .map(([named, operand]): Statement => ({ kind: 'compare', target: named, operator: '~=', operand })),
  );
};

/** What the extended language adds, with at least one group. */
function extendedArbitrary(
  statement: fc.Arbitrary<Statement>,
  target: fc.Arbitrary<QueryTarget>,
): fc.Arbitrary<SimpleQuery> {
  const leaf = fc.oneof({ weight: 3, arbitrary: statement }, anyLetterCase(target));
  const { group } = fc.letrec<{ condition: Condition; group: Condition; query: SimpleQuery }>((tie) => ({
    condition: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('group')),
    query: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
    group: fc.oneof(
      fc
        .array(tie('query'), { minLength: 2, maxLength: 3 })
        .map((branches): Condition => ({ kind: 'or', branches })),
      tie('query').map((query): Condition => ({ kind: 'not', query })),
    ),
  }));
  return fc.tuple(group, fc.array(leaf, { maxLength: 2 })).map(([first, others]) => [first, ...others]);
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

const compared = fc.oneof({ weight: 6, arbitrary: attribute }, entityBuiltin);
const qStatement = statementArbitrary(compared, attribute);
const metadataTarget = fc.oneof({ weight: 4, arbitrary: metadata }, attributeBuiltin);
const mqStatement = statementArbitrary(metadataTarget, metadataTarget);

/** A tree that parsing some `q` gives. */
export const qArbitrary: fc.Arbitrary<readonly Statement[]> = queryOf(qStatement);

/** A tree that parsing some `mq` gives. */
export const mqArbitrary: fc.Arbitrary<readonly Statement[]> = queryOf(mqStatement);

/** A tree that parsing some `q` of the extended language gives, and none of NGSIv2's. */
export const extendedQArbitrary: fc.Arbitrary<SimpleQuery> = extendedArbitrary(qStatement, attribute);

/** A tree that parsing some `mq` of the extended language gives, and none of NGSIv2's. */
export const extendedMqArbitrary: fc.Arbitrary<SimpleQuery> = extendedArbitrary(mqStatement, metadata);
