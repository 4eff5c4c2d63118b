import {
  ALL_SERVICE_PATHS,
  applyUpdate,
  type AttributeInput,
  type Entity,
  type EntityUpdate,
  type JsonValue,
  type UpdateResult,
} from '@smart-city/context';
import { jsonArbitrary, METADATA_NAMES, numberArbitrary } from '@smart-city/ngsi-testing';
import fc from 'fast-check';
import type { MongoEntityStore } from './mongo-entity-store';
import { describeOnMongo, freshDatabaseName, mongoUri, openMongoEntityStore } from './mongo-test-server';
import { isAppliedRight } from './mongo-test-server-limits';

const NAMES = ['a', 'b', 'x.y', '__proto__'] as const;

const map = (...members: [string, JsonValue][]): JsonValue => new Map(members);
const small = fc.integer({ min: -3, max: 4 });
const item: fc.Arbitrary<JsonValue> = fc.oneof(small, fc.constantFrom('a', 'b', true, null));
const members = fc.array(fc.tuple(fc.constantFrom('k', 'l.m', '$n'), item), { minLength: 1, maxLength: 2 });

const operator: fc.Arbitrary<JsonValue> = fc.oneof(
  fc
    .tuple(fc.constantFrom('$inc', '$mul', '$min', '$max'), fc.oneof(numberArbitrary, item))
    .map((pair) => map(pair)),
  fc.tuple(fc.constantFrom('$push', '$addToSet', '$pull'), item).map((pair) => map(pair)),
  fc.array(item, { maxLength: 3 }).map((items) => map(['$pullAll', items])),
  fc
    .tuple(fc.array(item, { maxLength: 3 }), fc.nat(4))
    .map(([items, at]) => map(['$push', map(['$each', items], ['$position', at])])),
  members.map((pairs) => map(['$set', new Map(pairs)])),
  members.map((pairs) => map(['$unset', new Map(pairs)])),
  item.map((operand) => map(['$set', operand])),
);

/** Values that operators find something to do with come often. */
const value = fc.oneof(
  jsonArbitrary,
  small,
  fc.array(item, { maxLength: 4 }),
  members.map((pairs): JsonValue => new Map(pairs)),
  operator,
  operator,
);

const metadata = fc
  .array(
    fc.tuple(
      fc.constantFrom(...METADATA_NAMES),
      fc.record({ type: fc.constantFrom('Text', 'M'), value: jsonArbitrary }),
    ),
    { maxLength: 2 },
  )
  .map((items) => new Map(items));

const plain: fc.Arbitrary<AttributeInput> = fc.record({
  name: fc.constantFrom(...NAMES),
  type: fc.constantFrom('Number', 'Text'),
  value,
  metadata,
});
const point = fc.tuple(small, small).map(
  (coordinates): JsonValue =>
    new Map<string, JsonValue>([
      ['type', 'Point'],
      ['coordinates', coordinates],
    ]),
);
const location: fc.Arbitrary<AttributeInput> = fc.record({
  name: fc.constantFrom('p', 'q'),
  type: fc.constantFrom('geo:json', 'geo:json', 'StructuredValue'),
  value: fc.oneof({ weight: 4, arbitrary: point }, fc.constant(null)),
  metadata,
});
const expiry = fc.integer({ min: 4e9, max: 4e9 + 5 }).map((seconds): AttributeInput => ({
  name: 'dateExpires',
  type: 'DateTime',
  value: seconds,
  metadata: new Map(),
}));

const attributes = fc.uniqueArray(
  fc.oneof({ weight: 6, arbitrary: plain }, { weight: 2, arbitrary: location }, expiry),
  { maxLength: 3, selector: ({ name }) => name },
);

/** One attribute of a request that is about its value alone, or its metadata alone. */
const only: Readonly<
  Record<'value' | 'put' | 'replace' | 'remove', (input: AttributeInput) => AttributeInput>
> = {
  value: ({ name, value }) => ({ name, value, metadata: new Map() }),
  put: ({ name, metadata }) => ({ name, value: null, metadata, onlyMetadata: 'put' }),
  replace: ({ name, metadata }) => ({ name, value: null, metadata, onlyMetadata: 'replace' }),
  remove: ({ name, metadata }) => ({ name, value: null, metadata, onlyMetadata: 'remove' }),
};

const update: fc.Arbitrary<EntityUpdate> = fc
  .record({
    action: fc.constantFrom(
      'append',
      'append',
      'update',
      'update',
      'update',
      'appendStrict',
      'replace',
      'delete',
      'create',
    ),
    attrs: attributes,
    overrideMetadata: fc.boolean(),
    forcedUpdate: fc.boolean(),
    correlator: fc.constantFrom(undefined, 'c1', 'c2'),
    part: fc.constantFrom('all', 'all', 'value', 'put', 'replace', 'remove'),
  })
  .map(({ part, attrs, ...rest }): EntityUpdate => ({
    ...rest,
    action: rest.action,
    ref: { id: 'E', type: 'T' },
    attrs: part === 'all' || rest.action !== 'update' ? attrs : attrs.slice(0, 1).map(only[part]),
  }));

/** A value without the sign of zero, which no client sees. */
function unsigned(json: JsonValue): JsonValue {
  if (json === 0) return 0;
  if (Array.isArray(json)) return json.map(unsigned);
  return json instanceof Map
    ? new Map([...json].map(([key, member]) => [key, unsigned(member as JsonValue)]))
    : json;
}

/** The entity without dates of modification, which two clocks give. */
const undated = (entity: Entity | undefined) =>
  entity && {
    ...entity,
    creDate: 0,
    modDate: 0,
    attrs: new Map(
      [...entity.attrs].map(([name, attribute]) => [
        name,
        { ...attribute, value: unsigned(attribute.value), creDate: 0, modDate: 0 },
      ]),
    ),
  };

function comparable(result: UpdateResult) {
  // Of two faults the database's is found last here, and in the order of the request by the model.
  if (result.kind === 'failed') return { kind: result.kind };
  if (result.kind !== 'done') return result;
  const changes = result.changes.map(
    ({ after, before, changed, metadataChanged, requested, previousCorrelator }) => ({
      before: undated(before),
      after: undated(after),
      changed: [...changed].sort(),
      metadataChanged: [...metadataChanged].sort(),
      requested,
      previousCorrelator,
    }),
  );
  return { ...result, changes };
}

describeOnMongo('random updates', () => {
  let store: MongoEntityStore;
  let tenants = 0;
  beforeAll(async () => {
    store = await openMongoEntityStore({ uri: mongoUri ?? '', dbName: freshDatabaseName() });
  });
  afterAll(() => store.close());

  it('by native operators come to what applyUpdate says, and to what is stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(update, { minLength: 3, maxLength: 12 }), async (updates) => {
        const tenant = `u${++tenants}`;
        let expected: Entity | undefined;
        for (const one of updates) {
          if (!isAppliedRight(one, expected)) continue;
          const model = applyUpdate({ tenant, servicePath: '/' }, expected, one, Date.now() / 1000);
          if (model.kind === 'done') expected = model.changes[0]?.after;
          const [result] = await store.update({ tenant, servicePath: '/' }, [one]);
          expect(comparable(result as UpdateResult)).toEqual(comparable(model));
          const [stored] = await store.find({ tenant, servicePaths: ALL_SERVICE_PATHS }, { id: 'E' });
          if (result?.kind === 'done' && result.changes.length > 0)
            expect(stored).toEqual(result.changes[0]?.after);
          // What the next update is computed from is what the database holds.
          expected = stored;
        }
      }),
      { numRuns: 100 },
    );
  });
});
