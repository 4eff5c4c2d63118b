import { decodeName, encodeName, type JsonObject, type JsonValue, type Subscription } from '@smart-city/ngsi';
import { Long } from 'mongodb';
import type { StoredDocument } from '../stored-document';
import { subscriptionOfDocument } from '../subscription-of-document';
import { subscriptionToDocument } from '../subscription-to-document';

/** 64-bit integers in Orion's documents; the reader of another broker may insist on the type. */
const LONGS = ['expiration', 'throttling', 'maxFailsLimit', 'timeout'];
/** Members whose own members are named by the user. */
const FREE_KEYS = ['headers', 'qs', 'json', 'ngsi'];

/** Every member that {@link subscriptionToBson} may write, for `$unset` of those it does not. */
const DEFINITION_MEMBERS = [
  'description',
  'maxFailsLimit',
  'statusLastChange',
  'timeout',
  'method',
  'headers',
  'qs',
  'payload',
  'json',
  'ngsi',
  'topic',
  'qos',
  'retain',
  'kafkaTopic',
  'key',
  'user',
  'passwd',
  'saslMechanism',
  'securityProtocol',
  'jexlExpression',
];

/** The definition part of a csubs document with Orion's types and key encoding (spec sections 17.1, 17.3). */
export function subscriptionToBson(subscription: Subscription): ReadonlyMap<string, unknown> {
  const document = new Map<string, unknown>(subscriptionToDocument(subscription));
  document.set('expiration', document.get('expiration') ?? Number.MAX_VALUE);
  for (const name of LONGS) {
    const value = document.get(name);
    if (typeof value === 'number')
      document.set(name, value === Number.MAX_VALUE ? Long.MAX_VALUE : Long.fromNumber(Math.floor(value)));
  }
  for (const name of FREE_KEYS)
    if (document.has(name)) document.set(name, mapKeys(document.get(name) as JsonValue, encodeName));
  return document;
}

/** Members that an update has to remove because the definition has no value for them. */
export const absentMembers = (document: ReadonlyMap<string, unknown>): readonly string[] =>
  DEFINITION_MEMBERS.filter((name) => !document.has(name));

/** Reads a csubs document as the driver gives it with `raw`. */
export function subscriptionOfBson(document: StoredDocument): Subscription {
  const decoded = new Map(document);
  for (const name of FREE_KEYS)
    if (decoded.has(name)) decoded.set(name, mapKeys(decoded.get(name) as JsonValue, decodeName));
  return subscriptionOfDocument(String(document.get('_id')), decoded);
}

function mapKeys(value: JsonValue, change: (key: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapKeys(item, change));
  if (!(value instanceof Map)) return value;
  return new Map(
    [...(value as JsonObject)].map(([key, member]): [string, JsonValue] => [
      change(key),
      mapKeys(member, change),
    ]),
  );
}
