import {
  isJsonArray,
  isJsonObject,
  parseOperator,
  type Condition,
  type Entity,
  type JsonValue,
  type QueryTarget,
  type EntityQuery,
  type EntityUpdate,
  type Statement,
} from '@smart-city/context';
import { readGuarantees, type Guarantee } from '../contract/guarantees';

/**
 * What mongo-java-server, the MongoDB of the tests, does otherwise than MongoDB. The filters that are sent in these cases
 * are asserted exactly in `mongo-filter.spec.ts`. With a real MongoDB (`MONGODB_REAL=1`) nothing is left out.
 */
export const isRealMongo = Boolean(process.env['MONGODB_REAL']);

/** Of mongo-java-server; the random queries have their own spec, which leaves out what it answers otherwise. */
const lackedByTestServer =
  'geo,text-only-regex,paths-into-arrays,in-by-item,reads-make-nothing,random-queries';

/** What the server of the tests does not give; another server names its own by `MONGODB_LACKS=geo,list-order`. */
export const lacked: ReadonlySet<Guarantee> = readGuarantees(
  process.env['MONGODB_LACKS'] ?? (isRealMongo ? '' : lackedByTestServer),
);

/** The query without the statements and sort keys that the test server answers otherwise than MongoDB on these entities. */
export function answerable(query: EntityQuery, entities: readonly Entity[]): EntityQuery {
  if (isRealMongo) return query;
  const isRight = (condition: Condition): boolean => {
    if (condition.kind === 'or') return condition.branches.flat().every(isRight);
    if (condition.kind === 'not') return condition.query.every(isRight);
    return isAnsweredRight(condition, entities);
  };
  return {
    ...query,
    q: query.q?.filter(isRight),
    mq: query.mq?.filter(isRight),
    orderBy: query.orderBy.filter((key) => key.by !== 'attribute' || isSortedRight(key.name, entities)),
  };
}

function isSortedRight(name: string, entities: readonly Entity[]): boolean {
  const values = entities.flatMap((entity) => valuesOf(entity, { kind: 'attribute', name, path: [] }));
  return !values.some(isCompound) && hasOneTextOrder(values.flatMap(textsIn));
}

/** mongo-java-server orders texts by UTF-16 unit, MongoDB by code point: the same, unless both kinds meet. */
const hasOneTextOrder = (texts: readonly string[]): boolean =>
  !texts.some((text) => /[\u{10000}-\u{10FFFF}]/u.test(text)) ||
  !texts.some((text) => /[\uE000-\uFFFF]/u.test(text));

function isAnsweredRight(statement: Statement, entities: readonly Entity[]): boolean {
  const { target } = statement;
  const values = entities.flatMap((entity) => valuesOf(entity, target));
  if ('path' in target && target.path.length > 0 && values.some(holdsArray)) return false;
  if (statement.kind !== 'compare') return true;
  if (statement.operator === '~=' || statement.operand.kind === 'anyCase')
    return isTextTarget(target) && values.every((value) => typeof value === 'string');
  return (
    !values.some(holdsInnerArray) &&
    hasOneTextOrder([JSON.stringify(statement.operand), ...values.flatMap(textsIn)])
  );
}

/** All builtins but the service path are dates, which are no text. */
const isTextTarget = (target: QueryTarget): boolean =>
  target.kind === 'attribute' || target.kind === 'metadata' || target.name === 'servicePath';

const isCompound = (value: JsonValue | undefined): boolean => typeof value === 'object' && value !== null;

/** True when the test server applies the operators of the update to this entity as MongoDB does. */
export function isAppliedRight(update: EntityUpdate, stored: Entity | undefined): boolean {
  if (isRealMongo || stored === undefined) return true;
  return update.attrs.every(({ name, value }) => {
    const operator = parseOperator(value);
    const before = stored.attrs.get(name)?.value;
    if (operator === undefined || before === undefined) return true;
    // mongo-java-server takes null for an absent value, and lets a plain item match elements that are objects.
    if (before === null) return false;
    const removes = operator.kind === 'plain' && operator.name.startsWith('$pull');
    return !removes || !isJsonArray(before) || !before.some(isCompound);
  });
}

function valuesOf(entity: Entity, target: QueryTarget): readonly JsonValue[] {
  const name =
    target.kind === 'attribute' ? target.name : target.kind === 'metadata' ? target.attribute : undefined;
  const attribute = name === undefined ? undefined : entity.attrs.get(name);
  if (attribute === undefined) return [];
  if (target.kind !== 'metadata') return [attribute.value];
  const metadata = attribute.metadata.get(target.name);
  return metadata === undefined ? [] : [metadata.value];
}

const members = (value: JsonValue): readonly JsonValue[] =>
  isJsonArray(value) ? value : isJsonObject(value) ? [...value.values()] : [];

const textsIn = (value: JsonValue): readonly string[] =>
  typeof value === 'string' ? [value] : members(value).flatMap(textsIn);

const holdsArray = (value: JsonValue): boolean => isJsonArray(value) || members(value).some(holdsArray);

const holdsInnerArray = (value: JsonValue): boolean =>
  members(value).some((member) => (isJsonArray(value) && isJsonArray(member)) || holdsInnerArray(member));
