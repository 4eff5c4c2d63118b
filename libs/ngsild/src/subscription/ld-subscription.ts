import { isJsonObject, type JsonObject, type JsonValue } from '@smart-city/context';
import type { LdContext } from '../context/ld-context';
import { readDateTime } from '../entity/date-time';
import { attributeName } from '../entity/name-rules';
import { compileLdPattern } from '../query/ld-pattern';
import { linkedLevels } from '../query/ld-query';
import { parseLdGeoQuery } from '../query/parse-ld-geo-query';
import { parseLdQuery } from '../query/parse-ld-query';
import { parseScopeQuery } from '../query/scope-query';
import { parseTypeSelection } from '../query/type-selection';
import { readNotification } from './ld-notification';
import {
  flagOfMember,
  listOfMember,
  memberFault,
  newIdOf,
  objectOfMember,
  oneOf,
  positiveOfMember,
  textOfMember,
  textsOfMember,
  uriOfMember,
} from './member-values';
import { mapNames } from './names-in-text';

/** Changes that fire a subscription (GS CIM 009 §5.2.12). */
export const TRIGGERS = [
  'entityCreated',
  'entityUpdated',
  'entityDeleted',
  'attributeCreated',
  'attributeUpdated',
  'attributeDeleted',
] as const;
export type LdTrigger = (typeof TRIGGERS)[number];

/** Members of a subscription as they are kept: those that mean something, names as stored names. */
export type LdSubscriptionMembers = JsonObject;

type ReadMember = (value: JsonValue, member: string, names: LdContext) => JsonValue;

const listOfNames: ReadMember = (value, member, names) =>
  textsOfMember(value, member).map((name) => attributeName(name, names));

/** How each member is read. Members that are not here are left out (GS CIM 009 §5.2.12). */
const READERS: ReadonlyMap<string, ReadMember> = new Map<string, ReadMember>([
  ['subscriptionName', textOfMember],
  ['description', textOfMember],
  ['entities', readEntities],
  [
    'watchedAttributes',
    (value, member, names) =>
      listOfMember(value, member).map((name) => attributeName(textOfMember(name, member), names)),
  ],
  [
    'notificationTrigger',
    (value, member) => listOfMember(value, member).map((word) => oneOf(word, member, TRIGGERS)),
  ],
  ['timeInterval', positiveOfMember],
  ['throttling', positiveOfMember],
  ['q', readQuery],
  ['geoQ', readGeoQuery],
  ['scopeQ', readScopeQuery],
  ['csf', readQuery],
  ['lang', textOfMember],
  ['expandValues', listOfNames],
  ['jsonKeys', listOfNames],
  [
    'datasetId',
    (value, member) =>
      textsOfMember(value, member).map((id) => (id === '@none' ? id : uriOfMember(id, member))),
  ],
  ['isActive', flagOfMember],
  ['expiresAt', readEnd],
  ['jsonldContext', uriOfMember],
  ['localOnly', flagOfMember],
  ['splitEntities', flagOfMember],
  ['ngsildConformance', textOfMember],
  ['notification', (value, _member, names) => readNotification(value, names)],
]);

/**
 * Reads a new subscription (GS CIM 009 §5.8.1). Everything is checked.
 *
 * @throws BadRequestData
 */
export function readNewSubscription(body: JsonObject, names: LdContext): LdSubscriptionMembers {
  if (body.get('type') !== 'Subscription')
    throw memberFault('type', 'the type of a subscription must be "Subscription"');
  const kept = new Map<string, JsonValue>();
  for (const [member, value] of body) {
    const read = READERS.get(member);
    if (read !== undefined) kept.set(member, read(value, member, names));
  }
  return checkedTogether(kept);
}

/** Members without which there is no subscription. */
const REQUIRED: ReadonlySet<string> = new Set(['notification']);

/**
 * Reads a change of a subscription (GS CIM 009 §5.8.2): members take the place of those before, null takes one away.
 *
 * @throws BadRequestData
 */
export function patchSubscription(
  before: LdSubscriptionMembers,
  body: JsonObject,
  names: LdContext,
): LdSubscriptionMembers {
  if (body.has('type') && body.get('type') !== 'Subscription')
    throw memberFault('type', 'the type of a subscription must be "Subscription"');
  const kept = new Map(before);
  for (const [member, value] of body) {
    const read = READERS.get(member);
    if (read === undefined) continue;
    if (value !== null) kept.set(member, read(value, member, names));
    else if (REQUIRED.has(member)) throw memberFault(member, `${member} cannot be taken away`);
    else kept.delete(member);
  }
  return checkedTogether(kept);
}

function checkedTogether(members: LdSubscriptionMembers): LdSubscriptionMembers {
  const wrong = (detail: string) => memberFault('Subscription', detail);
  if (!members.has('notification')) throw wrong('a subscription has a notification');
  const isWide = !members.has('entities') && !members.has('watchedAttributes');
  if (isWide && members.get('localOnly') !== true)
    throw wrong('a subscription names entities or watchedAttributes, unless it is localOnly');
  if (!members.has('timeInterval')) return members;
  if (members.has('watchedAttributes') || members.has('throttling'))
    throw wrong('timeInterval stands neither with watchedAttributes nor with throttling');
  if (!members.has('entities')) throw wrong('timeInterval needs entities');
  return members;
}

function readEntities(value: JsonValue, member: string, names: LdContext): JsonValue {
  return listOfMember(value, member).map((item) => {
    const entity = objectOfMember(item, 'entities');
    const type = textOfMember(entity.get('type') ?? null, 'type');
    parseTypeSelection(type, (name) => names.expandName(name));
    const kept = new Map<string, JsonValue>();
    const id = entity.get('id');
    if (id !== undefined)
      kept.set(
        'id',
        typeof id === 'string'
          ? uriOfMember(id, 'id')
          : listOfMember(id, 'id').map((one) => uriOfMember(one, 'id')),
      );
    const idPattern = entity.get('idPattern');
    if (idPattern !== undefined) {
      compileLdPattern(textOfMember(idPattern, 'idPattern'), 'idPattern');
      kept.set('idPattern', idPattern);
    }
    return kept.set(
      'type',
      mapNames(type, (name) => names.expandName(name)),
    );
  });
}

function readQuery(value: JsonValue, member: string, names: LdContext): string {
  const text = textOfMember(value, member);
  const expand = (name: string) => names.expandName(name);
  const query = parseLdQuery(text, { expand, expandValue: expand });
  if (linkedLevels(query) > 0)
    throw memberFault(member, `${member} of a subscription cannot reach into linked entities`);
  return text;
}

function readGeoQuery(value: JsonValue, member: string, names: LdContext): JsonObject {
  const given = objectOfMember(value, member);
  const kept = new Map<string, JsonValue>();
  for (const name of ['georel', 'geometry']) kept.set(name, textOfMember(given.get(name) ?? null, name));
  kept.set('coordinates', coordinatesOf(given.get('coordinates')));
  const property = given.get('geoproperty');
  if (property !== undefined)
    kept.set('geoproperty', attributeName(textOfMember(property, 'geoproperty'), names));
  parseLdGeoQuery(geoMembers(kept));
  return kept;
}

/** Coordinates may also come as the text of a JSON array. */
function coordinatesOf(value: JsonValue | undefined): JsonValue {
  if (typeof value !== 'string') return value ?? null;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    throw memberFault('geoQ', 'coordinates must be a GeoJSON array');
  }
}

/** The parts of a `geoQ` that was read. */
export function geoMembers(geoQ: JsonObject) {
  const text = (name: string) => {
    const value = geoQ.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    georel: text('georel'),
    geometry: text('geometry'),
    coordinates: geoQ.get('coordinates'),
    geoproperty: text('geoproperty'),
  };
}

function readScopeQuery(value: JsonValue, member: string): string {
  const text = textOfMember(value, member);
  parseScopeQuery(text);
  return text;
}

function readEnd(value: JsonValue, member: string): string {
  const text = textOfMember(value, member);
  const seconds = readDateTime(text);
  if (seconds === undefined) throw memberFault(member, `${member} must be a DateTime: ${text.slice(0, 80)}`);
  if (seconds * 1000 <= Date.now()) throw memberFault(member, `${member} must be in the future`);
  return text;
}

/** Reads the id of a new subscription; undefined where the client gives none. @throws BadRequestData */
export const subscriptionIdOf = (body: JsonObject): string | undefined => newIdOf(body, 'subscription');

/** A member that is an object. */
export function memberObject(members: JsonObject, member: string): JsonObject {
  const value = members.get(member);
  return isJsonObject(value) ? value : new Map<string, JsonValue>();
}

/** A member that is a text; undefined for none. */
export function memberText(members: JsonObject, member: string): string | undefined {
  const value = members.get(member);
  return typeof value === 'string' ? value : undefined;
}
