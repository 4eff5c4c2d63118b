import type { JsonObject } from '@smart-city/context';
import type { LdFilter, LdSelector } from '../query/ld-filter';
import { compileLdPattern } from '../query/ld-pattern';
import { informationOf, type SourceEntities, type SourceInformation } from './information';
import { modeOf } from './ld-registration';

/** Tells whether a registration takes entities away from others: these and the broker's own must not hold them. */
export const claimsEntities = (members: JsonObject): boolean =>
  modeOf(members) === 'exclusive' || modeOf(members) === 'redirect';

/**
 * Tells whether two registrations cannot be there together: one is exclusive, and the other exclusive or redirect for the same
 * attribute of the same entity (GS CIM 009 §4.3.6.2, 5.9.2.4).
 */
export function conflictsWith(one: JsonObject, other: JsonObject): boolean {
  const modes = [modeOf(one), modeOf(other)];
  if (!modes.includes('exclusive') || !claimsEntities(one) || !claimsEntities(other)) return false;
  const others = informationOf(other);
  return informationOf(one).some((item) => others.some((its) => overlaps(item, its)));
}

const overlaps = (one: SourceInformation, other: SourceInformation): boolean =>
  meet(one.names, other.names) && meetEntities(one.entities, other.entities);

/** Empty lists mean all. */
const meet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === 0 || others.length === 0 || some.some((name) => others.includes(name));

const meetEntities = (some: readonly SourceEntities[], others: readonly SourceEntities[]): boolean =>
  some.length === 0 ||
  others.length === 0 ||
  some.some((one) => others.some((other) => sameEntity(one, other)));

/** At least one of the two has an id: it is that of an exclusive registration. */
function sameEntity(one: SourceEntities, other: SourceEntities): boolean {
  if (one.id === undefined) return other.id !== undefined && sameEntity(other, one);
  if (other.id !== undefined) return one.id === other.id;
  const hasId = other.idPattern === undefined || compileLdPattern(other.idPattern, 'idPattern')(one.id);
  return hasId && meet(one.types, other.types);
}

/** Returns filters of the broker's own entities that a registration must not meet; none where it claims none. */
export const claimedEntities = (members: JsonObject): readonly LdFilter[] =>
  claimsEntities(members) ? informationOf(members).map(filterOf) : [];

const filterOf = ({ entities, names }: SourceInformation): LdFilter => ({
  selectors: entities.map(selectorOf),
  ...(names.length > 0 && { anyOf: [names] }),
});

/** An id names one entity, whatever its types. */
const selectorOf = ({ id, idPattern, types }: SourceEntities): LdSelector =>
  id !== undefined
    ? { ids: [id] }
    : {
        ...(idPattern !== undefined && { idPattern }),
        type: { kind: 'any', parts: types.map((name) => ({ kind: 'is', name })) },
      };
