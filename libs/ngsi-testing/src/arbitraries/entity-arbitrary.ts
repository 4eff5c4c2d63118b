import type { Attribute, Entity, JsonValue, Metadata } from '@smart-city/context';
import fc from 'fast-check';
import { geometryArbitrary } from './geo-arbitrary';
import { jsonArbitrary } from './json-arbitrary';

export const ENTITY_IDS = ['E1', 'E2', 'E3', 'urn:x:4'] as const;
export const ENTITY_TYPES = ['T', 'U', 'Thing'] as const;
export const SERVICE_PATHS = ['/', '/a', '/a/b', '/ab'] as const;
/** Besides these an entity may have `place`, its location. */
export const ATTRIBUTE_NAMES = ['a', 'b', 'a.b', '1', 'constructor'] as const;
export const METADATA_NAMES = ['m', 'n.o'] as const;

const date = fc.integer({ min: 0, max: 5 }).map((seconds) => seconds + 0.5);
const withoutMetadata: ReadonlyMap<string, Metadata> = new Map();
const ignored: ReadonlyMap<string, Metadata> = new Map([['ignoreType', { type: 'Boolean', value: true }]]);

const metadataMap = fc
  .array(
    fc.tuple(
      fc.constantFrom(...METADATA_NAMES),
      fc.record({ type: fc.constantFrom('Text', 'M'), value: jsonArbitrary }),
    ),
    { maxLength: 2 },
  )
  .map((items): ReadonlyMap<string, Metadata> => new Map(items));

const dated = fc.tuple(date, date).map(([creDate, later]) => ({ creDate, modDate: creDate + later }));

const attribute: fc.Arbitrary<Attribute> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('Text', 'Number'), value: jsonArbitrary }) },
      date.map((value): { type: string; value: JsonValue } => ({ type: 'DateTime', value })),
    ),
    metadataMap,
    dated,
  )
  .map(([typed, metadata, dates]) => ({ ...typed, metadata, ...dates }));

export interface EntityArbitraryOptions {
  /** Geometry of the location of about half the entities; none without it. */
  readonly geometry?: fc.Arbitrary<JsonValue>;
  /** Values of `site`, a further attribute of type `geo:json` that most entities have; none without it. */
  readonly site?: fc.Arbitrary<JsonValue>;
}

/** An entity as a store may hold it, of few names and values, so that queries of the other arbitraries hit it. */
export function entityArbitrary({
  geometry = geometryArbitrary(),
  site,
}: EntityArbitraryOptions = {}): fc.Arbitrary<Entity> {
  return fc
    .record({
      id: fc.constantFrom(...ENTITY_IDS),
      type: fc.constantFrom(...ENTITY_TYPES),
      servicePath: fc.constantFrom(...SERVICE_PATHS),
      attrs: fc.array(fc.tuple(fc.constantFrom(...ATTRIBUTE_NAMES), attribute), { maxLength: 4 }),
      dates: dated,
      place: fc.option(geometry, { nil: undefined }),
      further: site ? fc.option(site, { nil: undefined, freq: 4 }) : fc.constant(undefined),
    })
    .map(({ id, type, servicePath, attrs, dates, place, further }): Entity => {
      const all = new Map<string, Attribute>(attrs);
      if (further !== undefined)
        all.set('site', { type: 'geo:json', value: further, metadata: ignored, ...dates });
      if (place === undefined) return { id, type, servicePath, attrs: all, ...dates };
      all.set('place', { type: 'geo:json', value: place, metadata: withoutMetadata, ...dates });
      return { id, type, servicePath, attrs: all, ...dates, location: { attrName: 'place', coords: place } };
    });
}

/** Entities of one tenant: no two share id, type and service path. */
export const entitiesArbitrary = (
  options: EntityArbitraryOptions & { readonly maxLength?: number } = {},
): fc.Arbitrary<Entity[]> =>
  fc.uniqueArray(entityArbitrary(options), {
    maxLength: options.maxLength ?? 12,
    selector: ({ id, type, servicePath }) => `${id} ${type} ${servicePath}`,
  });
