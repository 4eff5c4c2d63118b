import type { EntityQuery, EntitySelector, GeoQuery, OrderKey, ServicePathFilter } from '@smart-city/context';
import fc from 'fast-check';
import { ATTRIBUTE_NAMES, ENTITY_IDS, ENTITY_TYPES, SERVICE_PATHS } from './entity-arbitrary';
import { geoQueryArbitrary } from './geo-arbitrary';
import { extendedMqArbitrary, extendedQArbitrary, mqArbitrary, qArbitrary } from './simple-query-arbitrary';

const someOf = (values: readonly string[]) => fc.subarray([...values], { minLength: 1 });
const present = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
const optional = <T>(arbitrary: fc.Arbitrary<T>, freq: number) =>
  fc.option(arbitrary, { nil: undefined, freq });

const selector: fc.Arbitrary<EntitySelector> = fc
  .tuple(
    fc.oneof(
      fc.constant({}),
      someOf(ENTITY_IDS).map((ids) => ({ ids })),
      fc.constantFrom('E', '^E[12]$', '.*', 'x:').map((idPattern) => ({ idPattern })),
    ),
    fc.oneof(
      fc.constant({}),
      someOf(ENTITY_TYPES).map((types) => ({ types })),
      fc.constantFrom('T', '^.$', 'ing$').map((typePattern) => ({ typePattern })),
    ),
  )
  .map(([id, type]) => ({ ...id, ...type }));

const sorting = fc.oneof(
  fc.constantFrom('id', 'type', 'dateCreated', 'dateModified', 'servicePath').map((by) => ({ by })),
  fc
    .constantFrom(...ATTRIBUTE_NAMES.filter((name) => !name.includes('.')))
    .map((name) => ({ by: 'attribute' as const, name })),
);

/** At most three keys, none twice. Never by distance: `near` without keys does that. */
export const orderByArbitrary: fc.Arbitrary<readonly OrderKey[]> = fc
  .uniqueArray(fc.tuple(sorting, fc.boolean()), { maxLength: 3, selector: ([key]) => JSON.stringify(key) })
  .map((keys) => keys.map(([key, descending]): OrderKey => ({ ...key, descending })));

export const servicePathsArbitrary: fc.Arbitrary<readonly ServicePathFilter[]> = fc.array(
  fc.record({ path: fc.constantFrom(...SERVICE_PATHS), subtree: fc.boolean() }),
  { minLength: 1, maxLength: 2 },
);

export interface EntityQueryArbitraryOptions {
  /** Geo part of some of the queries; null leaves it out. */
  readonly geo?: fc.Arbitrary<GeoQuery> | null;
}

/** A query a client can send, over the vocabulary of `entityArbitrary`. */
export function entityQueryArbitrary({
  geo = geoQueryArbitrary(),
}: EntityQueryArbitraryOptions = {}): fc.Arbitrary<EntityQuery> {
  return fc
    .record({
      selectors: fc.array(selector, { maxLength: 2 }),
      q: optional(fc.oneof(qArbitrary, extendedQArbitrary), 2),
      mq: optional(fc.oneof(mqArbitrary, extendedMqArbitrary), 1),
      geo: geo === null ? fc.constant(undefined) : optional(geo, 1),
      anyOfAttributes: optional(someOf(ATTRIBUTE_NAMES), 1),
      orderBy: orderByArbitrary,
      limit: fc.integer({ min: 0, max: 20 }),
      offset: fc.integer({ min: 0, max: 5 }),
      count: fc.boolean(),
    })
    .map((query) => present<EntityQuery>(query));
}
