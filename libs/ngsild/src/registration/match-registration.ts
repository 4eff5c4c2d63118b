import {
  isJsonArray,
  isJsonObject,
  type Attribute,
  type Entity,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import { readDateTime } from '../entity/date-time';
import { compileLdQuery } from '../query/compile-ld-query';
import type { LdFilter, LdSelector } from '../query/ld-filter';
import { compileGeometryTest } from '../query/ld-geo-query';
import { compileLdPattern } from '../query/ld-pattern';
import { namesInFilter } from '../query/names-in-filter';
import { compileScopeQuery } from '../query/scope-query';
import { compileTypeSelection } from '../query/type-selection';
import type { DiscoveryQuery, DiscoveryWindow, IntervalMember } from './discovery-query';
import { informationOf, textsIn, type SourceEntities, type SourceInformation } from './information';
import type { LdRegistration } from './ld-registration';

type RegistrationTest = (registration: LdRegistration) => boolean;

/** Makes the test of a registration: it may hold what the query asks for (GS CIM 009 §5.12). */
export function compileDiscovery({ filter, csf, window }: DiscoveryQuery): RegistrationTest {
  const holds = compileInformationTest(filter);
  const tests: RegistrationTest[] = [
    compileWindowTest(window),
    ({ members }) => informationOf(members).some(holds),
  ];
  const { geo, scopeQ } = filter;
  if (geo !== undefined) {
    const test = compileGeometryTest(geo);
    tests.push((registration) => {
      const geometry = geometryOf(registration, geo.geoproperty);
      return geometry !== undefined && test(geometry);
    });
  }
  if (scopeQ !== undefined) {
    const test = compileScopeQuery(scopeQ);
    tests.push(({ members }) => test(textsIn(members.get('scope'))));
  }
  if (csf !== undefined) {
    const test = compileLdQuery(csf);
    tests.push((registration) => test(propertiesOf(registration)));
  }
  return (registration) => tests.every((test) => test(registration));
}

/** Places of a registration are geometries; further properties may be written as GeoProperties. */
function geometryOf({ members, properties }: LdRegistration, name: string): JsonObject | undefined {
  const given = members.get(name) ?? valueOf(properties.get(name) ?? null);
  return isJsonObject(given) && isJsonArray(given.get('coordinates')) ? given : undefined;
}

function compileInformationTest(filter: LdFilter): (item: SourceInformation) => boolean {
  const selects = filter.selectors.map(compileEntitiesTest);
  const asked = filter.q === undefined ? [] : [...namesInFilter({ selectors: [], q: filter.q })];
  const lists = [...(filter.anyOf ?? []), asked].filter((names) => names.length > 0);
  return ({ entities, names }) =>
    (entities.length === 0 || selects.every((test) => entities.some(test))) &&
    (names.length === 0 || lists.every((list) => list.some((name) => names.includes(name))));
}

/** Two patterns may have an id in common: nothing is ruled out there. */
function compileEntitiesTest({ ids, idPattern, type }: LdSelector): (entities: SourceEntities) => boolean {
  const hasType = compileTypeSelection(type);
  const matches = idPattern === undefined ? undefined : compileLdPattern(idPattern, 'idPattern');
  return ({ types, id, idPattern: held }) => {
    if (!hasType(types)) return false;
    if (ids === undefined) return id === undefined || matches === undefined || matches(id);
    if (id !== undefined) return ids.includes(id);
    return held === undefined || ids.some(compileLdPattern(held, 'idPattern'));
  };
}

const INTERVALS: readonly IntervalMember[] = ['observationInterval', 'managementInterval'];

/** Without a temporal query, registrations of sources of history are left out. */
function compileWindowTest(window: DiscoveryWindow | undefined): RegistrationTest {
  if (window === undefined) return ({ members }) => !INTERVALS.some((name) => members.has(name));
  const { interval, from, to } = window;
  return ({ members }) => {
    const given = members.get(interval);
    if (!isJsonObject(given)) return false;
    const start = secondsOf(given.get('startAt')) ?? -Infinity;
    const end = secondsOf(given.get('endAt')) ?? Infinity;
    return start < to && end >= from;
  };
}

const secondsOf = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'string' ? readDateTime(value) : undefined;

/** Returns what `csf` asks: the members and the further properties, as an entity. */
function propertiesOf({ members, properties }: LdRegistration): Entity {
  const attrs = new Map<string, Attribute>();
  for (const [name, value] of members) attrs.set(name, propertyOf(value));
  for (const [name, value] of properties) attrs.set(name, propertyOf(valueOf(value)));
  return { id: '', type: '', servicePath: '/', attrs, creDate: 0, modDate: 0 };
}

const propertyOf = (value: JsonValue): Attribute => ({
  type: 'Property',
  value,
  metadata: new Map(),
  creDate: 0,
  modDate: 0,
});

/** A further property may be a value, or a Property or Relationship that has one. */
function valueOf(given: JsonValue): JsonValue {
  if (!isJsonObject(given) || typeof given.get('type') !== 'string') return given;
  return given.get('value') ?? given.get('object') ?? given;
}
