import type { JsonObject, JsonValue } from '@smart-city/context';
import { attributeName } from '../entity/name-rules';
import type { LdContext } from '../context/ld-context';
import { NgsiLdFault } from '../ngsild-fault';
import { parseProjection, projectedLevels } from '../query/projection';
import { readEndpoint } from './ld-endpoint';
import { flagOfMember, memberFault, objectOfMember, oneOf, textsOfMember } from './member-values';

/** Forms of the entities of a notification. The last four are those of Orion-LD, for receivers of NGSIv2. */
export const NOTIFIED_FORMATS = [
  'normalized',
  'concise',
  'keyValues',
  'simplified',
  'x-ngsiv2-normalized',
  'x-ngsiv2-keyValues',
  'x-ngsiv2-normalized-compacted',
  'x-ngsiv2-keyValues-compacted',
] as const;
export type NotifiedFormat = (typeof NOTIFIED_FORMATS)[number];

/** Notifications are written from the change alone: the entities that it links to are not read. */
const noJoins = () =>
  new NgsiLdFault(
    'OperationNotSupported',
    'No joins',
    'Notifications of this broker do not join linked entities',
  );

const SIMPLE: ReadonlySet<JsonValue | undefined> = new Set(['keyValues', 'simplified']);

/**
 * Reads the `notification` of a subscription (GS CIM 009 §5.2.14); names become stored names. Members that mean nothing, and
 * those that the broker keeps, are left out.
 *
 * @throws BadRequestData
 */
export function readNotification(value: JsonValue, names: LdContext): JsonObject {
  const notification = objectOfMember(value, 'notification');
  const kept = new Map<string, JsonValue>();
  const take = (member: string, read: (value: JsonValue, member: string) => JsonValue) => {
    const given = notification.get(member);
    if (given !== undefined) kept.set(member, read(given, member));
  };
  const projected = (given: JsonValue, member: string): JsonValue => {
    const texts = textsOfMember(given, member);
    const projection = parseProjection(texts.join(','), member === 'pick' ? 'pick' : 'omit', (name) =>
      names.expandName(name),
    );
    if (projectedLevels(projection) > 0) throw noJoins();
    return texts.map((text) => mapProjection(text, (name) => names.expandName(name)));
  };
  take('attributes', (given, member) =>
    textsOfMember(given, member).map((name) => attributeName(name, names)),
  );
  take('pick', projected);
  take('omit', projected);
  take('format', (given, member) => oneOf(given, member, NOTIFIED_FORMATS));
  take('sysAttrs', flagOfMember);
  take('showChanges', flagOfMember);
  take('join', (given, member) => {
    if (oneOf(given, member, ['inline', 'flat', '@none']) !== '@none') throw noJoins();
    return given;
  });
  if (notification.has('joinLevel') && !kept.has('join'))
    throw memberFault('joinLevel', 'joinLevel stands only with join');
  const endpoint = notification.get('endpoint');
  if (endpoint === undefined) throw memberFault('notification', 'a notification has an endpoint');
  kept.set('endpoint', readEndpoint(endpoint));
  checkTogether(kept);
  return kept;
}

function checkTogether(notification: JsonObject): void {
  if (notification.has('attributes') && notification.has('pick'))
    throw memberFault('notification', 'attributes and pick cannot stand together');
  if (notification.get('showChanges') === true && SIMPLE.has(notification.get('format')))
    throw memberFault('notification', 'showChanges needs a format that has room for previous values');
}

/** Members of an entity in `pick` and `omit` that are no attributes. */
const ENTITY_MEMBERS: ReadonlySet<string> = new Set(['id', 'type', 'scope']);

/** Changes the names of attributes in a projection, and leaves its braces. */
export const mapProjection = (text: string, change: (name: string) => string): string =>
  text.replace(/[^,|{}\s]+/g, (name) => (ENTITY_MEMBERS.has(name) ? name : change(name)));
