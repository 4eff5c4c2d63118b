import {
  isJsonArray,
  isJsonObject,
  ADDITIONS_MEMBER,
  CHANNEL_MEMBERS,
  decodeName,
  encodeName,
  renderJson,
  type JsonValue,
  type StoredDocument,
  type Subscription,
} from '@smart-city/ngsi';
import { Double, Long } from 'mongodb';
import { subscriptionOfDocument } from '../subscription-of-document';
import { subscriptionToDocument } from '../subscription-to-document';

/** 64-bit integers in Orion's documents; the reader of another broker may insist on the type. */
const LONGS = ['expiration', 'throttling', 'maxFailsLimit', 'timeout'];
/** Members that hold free JSON. */
const FREE_JSON = ['json', 'ngsi'];
/** Members whose own members are named by the user. Names of headers and parameters are stored as they are, as by Orion. */
const FREE_KEYS = ['headers', 'qs', ...FREE_JSON];

/** Members that Orion writes with every update. */
const ALWAYS_SET = ['servicePath', 'notifyOnMetadataChange'];

/** Every member that {@link subscriptionToBson} may leave out, for `$unset`. */
const OPTIONAL_MEMBERS = [
  'description',
  'maxFailsLimit',
  'statusLastChange',
  'jexlExpression',
  ADDITIONS_MEMBER,
  ...CHANNEL_MEMBERS,
];

/** The definition part of a csubs document with Orion's types and key encoding. */
export function subscriptionToBson(subscription: Subscription): ReadonlyMap<string, unknown> {
  const document = new Map<string, unknown>(subscriptionToDocument(subscription));
  document.set('expiration', document.get('expiration') ?? Number.MAX_VALUE);
  for (const name of LONGS) {
    const value = document.get(name);
    if (typeof value === 'number')
      document.set(name, value === Number.MAX_VALUE ? Long.MAX_VALUE : Long.fromNumber(Math.floor(value)));
  }
  for (const name of FREE_JSON)
    if (document.has(name)) document.set(name, storedJson(document.get(name) as JsonValue));
  return document;
}

/** Members that an update has to remove because the definition has no value for them. */
export function absentMembers(subscription: Subscription): readonly string[] {
  const document = subscriptionToDocument(subscription);
  return OPTIONAL_MEMBERS.filter((name) => !document.has(name));
}

/**
 * What an update has to set. Members that stay are left as they are stored, and those that the document never had stay
 * out of it, as with Orion: another broker may have changed them meanwhile.
 */
export function changedMembers(after: Subscription, before: Subscription): ReadonlyMap<string, unknown> {
  const [old, wanted] = [subscriptionToDocument(before), subscriptionToDocument(after)];
  const isSame = (name: string) => {
    const [a, b] = [old.get(name), wanted.get(name)];
    return a === undefined || b === undefined ? a === b : renderJson(a) === renderJson(b);
  };
  const isStatusGiven = !isSame('statusLastChange');
  return new Map(
    [...subscriptionToBson(after)].filter(
      ([name]) => ALWAYS_SET.includes(name) || (isStatusGiven && name === 'status') || !isSame(name),
    ),
  );
}

/** Reads a csubs document as the driver gives it with `raw`. */
export function subscriptionOfBson(document: StoredDocument): Subscription {
  const decoded = new Map(document);
  for (const name of FREE_KEYS) if (decoded.has(name)) decoded.set(name, withDecodedKeys(decoded.get(name)));
  return subscriptionOfDocument(String(document.get('_id')), decoded);
}

/** Numbers are doubles, whole ones too: Orion overlooks any other. */
function storedJson(value: JsonValue): unknown {
  if (typeof value === 'number') return new Double(value);
  if (isJsonArray(value)) return value.map(storedJson);
  return isJsonObject(value)
    ? new Map([...value].map(([key, member]) => [encodeName(key), storedJson(member)]))
    : value;
}

/** Names of headers that were stored encoded, by versions before, come out right too: they cannot hold `=` or `>`. */
function withDecodedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDecodedKeys);
  return value instanceof Map
    ? new Map(
        [...(value as StoredDocument)].map(([key, member]) => [decodeName(key), withDecodedKeys(member)]),
      )
    : value;
}
