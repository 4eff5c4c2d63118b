import type { JsonObject } from '@smart-city/context';
import { badRequestData } from '../ngsild-fault';
import type { LdFilter, LdSelector } from '../query/ld-filter';
import { compileLdPattern } from '../query/ld-pattern';
import { informationOf, type SourceEntities, type SourceInformation } from './information';
import { modeOf } from './ld-registration';

/** Types of entities, and attributes, that an exclusive or redirect registration may name. Each entity has a type. */
const MOST_CLAIMED = 500;

/** @throws BadRequestData  a registration claims more than can be compared with others */
export function checkClaims(members: JsonObject): void {
  if (!claimsEntities(members)) return;
  const sizes = informationOf(members).map(
    ({ entities, names }) => entities.flatMap(({ types }) => types).length + names.length,
  );
  if (sizes.reduce((sum, size) => sum + size, 0) > MOST_CLAIMED)
    throw badRequestData(
      'Invalid information',
      `an exclusive or redirect registration names at most ${MOST_CLAIMED} entities and attributes`,
    );
}

/** Tells whether a registration takes entities away from others: these and the broker's own must not hold them. */
export const claimsEntities = (members: JsonObject): boolean =>
  modeOf(members) === 'exclusive' || modeOf(members) === 'redirect';

/**
 * Makes the test of registrations that cannot be there together with one: one of the two is exclusive, and the other exclusive
 * or redirect for the same attribute of the same entity (GS CIM 009 §4.3.6.2, 5.9.2.4). Costs time in proportion to the product
 * of what both name, which is bounded ({@link MOST_CLAIMED}).
 */
export function compileConflict(one: JsonObject): (other: JsonObject) => boolean {
  const claims = claimsOf(one);
  return (other) => {
    if (!claimsEntities(one) || !claimsEntities(other)) return false;
    if (modeOf(one) === 'exclusive') return meetsClaims(claims, informationOf(other));
    return modeOf(other) === 'exclusive' && meetsClaims(claimsOf(other), informationOf(one));
  };
}

/** One entity of an exclusive registration. */
interface Claim {
  readonly id: string;
  readonly types: readonly string[];
  readonly names: ReadonlySet<string>;
}

const claimsOf = (members: JsonObject): readonly Claim[] =>
  informationOf(members).flatMap(({ entities, names }) => {
    const all = new Set(names);
    return entities.flatMap(({ id, types }) => (id === undefined ? [] : [{ id, types, names: all }]));
  });

const meetsClaims = (claims: readonly Claim[], information: readonly SourceInformation[]): boolean =>
  information.some(({ entities, names }) => {
    const tests = entities.map(compileEntityTest);
    return claims.some(
      (claim) =>
        (tests.length === 0 || tests.some((test) => test(claim))) &&
        (names.length === 0 || names.some((name) => claim.names.has(name))),
    );
  });

/** An id is one entity, whatever its types. */
function compileEntityTest({ id, idPattern, types }: SourceEntities): (claim: Claim) => boolean {
  if (id !== undefined) return (claim) => claim.id === id;
  const matches = idPattern === undefined ? () => true : compileLdPattern(idPattern, 'idPattern');
  return (claim) => claim.types.some((type) => types.includes(type)) && matches(claim.id);
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
