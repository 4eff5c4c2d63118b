import {
  isJsonArray,
  isJsonObject,
  parseOperator,
  type Entity,
  type JsonValue,
  type QueryTarget,
  type EntityQuery,
  type EntityUpdate,
  type Statement,
} from '@smart-city/ngsi';

/**
 * What mongo-java-server, the MongoDB of the tests, does otherwise than MongoDB. The filters that are sent in these cases
 * are asserted exactly in `mongo-filter.spec.ts`. With a real MongoDB (`MONGODB_REAL=1`) nothing is left out.
 */
export const isRealMongo = Boolean(process.env['MONGODB_REAL']);

const NO_GEO = 'mongo-java-server has no geo operators; the exact filters are asserted';
const REGEX_ON_ANYTHING = 'mongo-java-server matches $regex against the text of values that are no strings';
const PATH_INTO_ARRAY = 'mongo-java-server finds absent members of array elements to exist';
const IN_OPENS_INNER_ARRAYS = 'mongo-java-server lets $in look into arrays inside arrays';

const RANDOM =
  'covered by mongo-query-equivalence.spec.ts, which leaves out what mongo-java-server answers otherwise';

const NEAR_MADRID = 'point 40.4168,-3.7038';

/** Contract tests by name, with the reason why the test server cannot pass them. */
export const CONTRACT_EXCEPTIONS: Readonly<Record<string, string>> = isRealMongo
  ? {}
  : {
      'reading an unknown tenant does not make it': 'mongo-java-server makes a database when it is read',
      'q=a==5,10': IN_OPENS_INNER_ARRAYS,
      'q=a==red,green': IN_OPENS_INNER_ARRAYS,
      'q=a!=red,null': IN_OPENS_INNER_ARRAYS,
      'q=a~=e': REGEX_ON_ANYTHING,
      'q=a~=[0-9]': REGEX_ON_ANYTHING,
      'q=a~=.': REGEX_ON_ANYTHING,
      'q=!a.k': PATH_INTO_ARRAY,
      'q=a.k!=5': PATH_INTO_ARRAY,
      'q=a.o.d!=true': PATH_INTO_ARRAY,
      [`geo: near;maxDistance:13500 ${NEAR_MADRID}`]: NO_GEO,
      [`geo: near;maxDistance:1 ${NEAR_MADRID}`]: NO_GEO,
      [`geo: near;maxDistance:70000 ${NEAR_MADRID}`]: NO_GEO,
      [`geo: near;minDistance:1000;maxDistance:70000 ${NEAR_MADRID}`]: NO_GEO,
      [`geo: near;minDistance:1000000 ${NEAR_MADRID}`]: NO_GEO,
      'geo: near;maxDistance:50000 point -17,-179.9': NO_GEO,
      'geo: coveredBy box 40.3,-3.8;40.5,-3.6': NO_GEO,
      'geo: coveredBy polygon 39.5,-4.5;39.5,-3;41,-3;41,-4.5;39.5,-4.5': NO_GEO,
      'geo: intersects box 40.3,-3.8;40.5,-3.6': NO_GEO,
      'geo: intersects point 40.415,-3.685': NO_GEO,
      'geo: intersects line 40.415,-3.75;40.415,-3.6': NO_GEO,
      'geo: disjoint box 40.3,-3.8;40.5,-3.6': NO_GEO,
      'geo: near selects; only orderBy=geo:distance answers nearest first, whatever the page': NO_GEO,
      'geo: the location moves with its attribute': NO_GEO,
      'random queries without geo answer as the reference': RANDOM,
      'random queries with geo answer as the reference': NO_GEO,
    };

/** The query without the statements and sort keys that the test server answers otherwise than MongoDB on these entities. */
export function answerable(query: EntityQuery, entities: readonly Entity[]): EntityQuery {
  if (isRealMongo) return query;
  const isRight = (statement: Statement) => isAnsweredRight(statement, entities);
  return {
    ...query,
    q: query.q?.filter(isRight),
    mq: query.mq?.filter(isRight),
    orderBy: query.orderBy.filter(
      (key) =>
        key.by !== 'attribute' || !entities.some(({ attrs }) => isCompound(attrs.get(key.name)?.value)),
    ),
  };
}

function isAnsweredRight(statement: Statement, entities: readonly Entity[]): boolean {
  const { target } = statement;
  const values = entities.flatMap((entity) => valuesOf(entity, target));
  if ('path' in target && target.path.length > 0 && values.some(holdsArray)) return false;
  if (statement.kind !== 'compare') return true;
  if (statement.operator === '~=')
    return isTextTarget(target) && values.every((value) => typeof value === 'string');
  return !values.some(holdsInnerArray);
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

const holdsArray = (value: JsonValue): boolean => isJsonArray(value) || members(value).some(holdsArray);

const holdsInnerArray = (value: JsonValue): boolean =>
  members(value).some((member) => (isJsonArray(value) && isJsonArray(member)) || holdsInnerArray(member));
