import {
  isJsonArray,
  isJsonObject,
  renderExactJson,
  type JsonObject,
  type JsonValue,
} from '@smart-city/context';
import type { LdContext } from '../context/ld-context';
import { mapProjection } from './ld-notification';
import { mapNames } from './names-in-text';

/** A subscription with what happened to it. Times are DateTimes. */
export interface ShownSubscription {
  readonly id: string;
  /** As they are kept (`readNewSubscription`). */
  readonly members: JsonObject;
  readonly status: 'active' | 'paused' | 'expired';
  /** Absent before the first notification. */
  readonly delivery?: {
    readonly status: 'ok' | 'failed';
    readonly timesSent: number;
    readonly timesFailed: number;
    readonly lastNotification?: string;
    readonly lastSuccess?: string;
    readonly lastFailure?: string;
  };
  /** With `sysAttrs`. */
  readonly times?: { readonly createdAt: string; readonly modifiedAt: string };
}

/**
 * Renders a subscription (GS CIM 009 §5.2.12), names compacted.
 *
 * @param contextText  JSON text of the `@context` that stands in the answer; undefined for none
 */
export function renderLdSubscription(
  { id, members, status, delivery, times }: ShownSubscription,
  context: LdContext,
  contextText: string | undefined,
): string {
  const texts = [`"id":${renderExactJson(id)}`, '"type":"Subscription"'];
  for (const [member, value] of members)
    if (member !== 'notification' && member !== 'isActive')
      texts.push(`"${member}":${renderExactJson(shownMember(member, value, context))}`);
  texts.push(`"isActive":${members.get('isActive') !== false}`, `"status":"${status}"`);
  const notification = shownNotification(members.get('notification'), context);
  texts.push(
    `"notification":${renderExactJson(new Map([...notification, ...Object.entries(delivery ?? {}).filter(isGiven)]))}`,
  );
  for (const [name, time] of Object.entries(times ?? {})) texts.push(`"${name}":"${time}"`);
  if (contextText !== undefined) texts.push(`"@context":${contextText}`);
  return `{${texts.join(',')}}`;
}

const isGiven = (entry: [string, string | number | undefined]): entry is [string, string | number] =>
  entry[1] !== undefined;

const compactList = (value: JsonValue, context: LdContext): JsonValue =>
  isJsonArray(value)
    ? value.map((name) => (typeof name === 'string' ? context.compactName(name) : name))
    : value;

const compactText = (text: JsonValue, context: LdContext): JsonValue =>
  typeof text === 'string' ? mapNames(text, (name) => context.compactName(name)) : text;

const changed = (object: JsonObject, member: string, change: (value: JsonValue) => JsonValue): JsonObject => {
  const value = object.get(member);
  return value === undefined ? object : new Map(object).set(member, change(value));
};

function shownMember(member: string, value: JsonValue, context: LdContext): JsonValue {
  switch (member) {
    case 'watchedAttributes':
    case 'expandValues':
    case 'jsonKeys':
      return compactList(value, context);
    case 'entities':
      return isJsonArray(value)
        ? value.map((item) =>
            isJsonObject(item) ? changed(item, 'type', (type) => compactText(type, context)) : item,
          )
        : value;
    case 'geoQ':
      return isJsonObject(value)
        ? changed(value, 'geoproperty', (name) =>
            typeof name === 'string' ? context.compactName(name) : name,
          )
        : value;
    default:
      return value;
  }
}

function shownNotification(value: JsonValue | undefined, context: LdContext): JsonObject {
  if (!isJsonObject(value)) return new Map();
  const projection = (items: JsonValue): JsonValue =>
    isJsonArray(items)
      ? items.map((item) =>
          typeof item === 'string' ? mapProjection(item, (name) => context.compactName(name)) : item,
        )
      : items;
  const withNames = changed(value, 'attributes', (names) => compactList(names, context));
  return changed(changed(withNames, 'pick', projection), 'omit', projection);
}
