import {
  isJsonArray,
  isJsonObject,
  decodeName,
  encodeName,
  type JsonValue,
  type StoredDocument,
} from '@smart-city/context';
import { type Subscription } from '@smart-city/ngsiv2';
import { Double, Long } from 'mongodb';
import { subscriptionChange } from '../subscription-change';
import { subscriptionOfDocument } from '../subscription-of-document';
import { subscriptionToDocument } from '../subscription-to-document';

/** 64-bit integers in Orion's documents; the reader of another broker may insist on the type. */
const LONGS = ['expiration', 'throttling', 'maxFailsLimit', 'timeout'];
/** Members that hold free JSON. */
const FREE_JSON = ['json', 'ngsi'];
/** Members whose own members are named by the user. Names of headers and parameters are stored as they are, as by Orion. */
const FREE_KEYS = ['headers', 'qs', ...FREE_JSON];

export interface SubscriptionUpdate {
  readonly $set: ReadonlyMap<string, unknown>;
  /** Absent for nothing, which the server takes as an error. */
  readonly $unset?: Readonly<Record<string, 1>>;
}

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

/** The update operators for the difference of two definitions. */
export function subscriptionUpdate(after: Subscription, before: Subscription): SubscriptionUpdate {
  const { set, unset } = subscriptionChange(after, before);
  const document = subscriptionToBson(after);
  // A permanent one has an expiration here.
  const kept = unset.filter((name) => document.has(name));
  const absent = unset.filter((name) => !document.has(name));
  return {
    $set: new Map([...set.keys(), ...kept].map((name) => [name, document.get(name) ?? set.get(name)])),
    ...(absent.length > 0 && { $unset: Object.fromEntries(absent.map((name) => [name, 1 as const])) }),
  };
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
