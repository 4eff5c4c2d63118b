import { isKind, isLocationType, type AttributeKind } from '@smart-city/context';
import type { TypeFact } from '../../../storage/ld-query';

/** One type of entities. */
export interface KnownType {
  count: number;
  /** Kinds of each attribute, by its stored name. */
  readonly attributes: Map<string, Set<AttributeKind>>;
}

/** One attribute. */
export interface KnownAttribute {
  count: number;
  readonly kinds: Set<AttributeKind>;
  readonly types: Set<string>;
}

/** Types and attributes of a tenant, by their stored names in the order of code units. */
export interface TypeCatalogue {
  readonly types: ReadonlyMap<string, KnownType>;
  readonly attributes: ReadonlyMap<string, KnownAttribute>;
}

/** What NGSIv2 keeps the end of an entity in. */
const HIDDEN_ATTRIBUTE = 'dateExpires';

/** Type that NGSIv2 gives an entity that has none. */
const DEFAULT_TYPE = 'Thing';

/** Puts together what a store tells of types and attributes. */
export function catalogueOf(facts: readonly TypeFact[]): TypeCatalogue {
  const types = new Map<string, KnownType>();
  const attributes = new Map<string, KnownAttribute>();
  for (const { type: stored, isFurther, attribute, count } of facts) {
    if (count <= 0 || attribute?.name === HIDDEN_ATTRIBUTE) continue;
    const type = stored === '' ? DEFAULT_TYPE : stored;
    const known = types.get(type) ?? { count: 0, attributes: new Map<string, Set<AttributeKind>>() };
    types.set(type, known);
    if (attribute === undefined) {
      known.count += count;
      continue;
    }
    const kind = kindOfType(attribute.type);
    const kinds = known.attributes.get(attribute.name) ?? new Set<AttributeKind>();
    known.attributes.set(attribute.name, kinds.add(kind));
    const one: KnownAttribute = attributes.get(attribute.name) ?? {
      count: 0,
      kinds: new Set(),
      types: new Set(),
    };
    attributes.set(attribute.name, one);
    // An entity is counted at its first type.
    if (!isFurther) one.count += count;
    one.kinds.add(kind);
    one.types.add(type);
  }
  return { types: sorted(types), attributes: sorted(attributes) };
}

/** The kind that NGSI-LD shows of an attribute of a type of NGSIv2. */
function kindOfType(type: string): AttributeKind {
  if (isLocationType(type)) return 'GeoProperty';
  return isKind(type) ? type : 'Property';
}

const sorted = <T>(byName: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
