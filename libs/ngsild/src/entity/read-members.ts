import { isJsonArray, type JsonValue } from '@smart-city/context';
import type { InstanceInput } from './attribute-input';
import { readDateTime } from './date-time';
import type { InstanceReading } from './instance-reading';
import { NGSILD_NULL } from './ngsild-null';
import { isUri } from './uri';

/** Reads `observedAt` or `expiresAt`. */
export function dateTimeOf(
  member: 'observedAt' | 'expiresAt',
  value: JsonValue,
  reading: InstanceReading,
): string {
  if (value === NGSILD_NULL && reading.mode !== 'whole') return value;
  const seconds = typeof value === 'string' ? readDateTime(value) : undefined;
  if (seconds === undefined)
    throw reading.fault(`${member} is not a DateTime in UTC, as 2026-01-31T12:00:00Z`);
  if (member === 'expiresAt' && seconds * 1000 <= reading.nowMs)
    throw reading.fault('expiresAt must not be in the past');
  return value as string;
}

/** Reads `datasetId`; `@none` is the default instance. */
export function datasetIdOf(value: JsonValue, reading: InstanceReading): string | undefined {
  if (value === '@none') return undefined;
  if (typeof value !== 'string' || !isUri(value) || value === NGSILD_NULL)
    throw reading.fault('datasetId must be a URI');
  return value;
}

/** Reads `unitCode` or `valueType`, which only some kinds may have. */
export function memberOfProperty(
  { kind }: InstanceInput,
  member: 'unitCode' | 'valueType',
  value: JsonValue,
  reading: InstanceReading,
): string {
  if (typeof value !== 'string' || value === '') throw reading.fault(`${member} must be a text`);
  if (value === NGSILD_NULL) {
    if (reading.mode !== 'whole') return value;
    throw reading.fault('NGSI-LD Null deletes in updates and merges only');
  }
  const stored = member === 'unitCode' ? value : reading.context.expandName(value);
  const isLanguage = kind === 'LanguageProperty' && member === 'valueType' && /^langString$/i.test(stored);
  if (kind !== undefined && kind !== 'Property' && kind !== 'ListProperty' && !isLanguage)
    throw reading.fault(`a ${kind} has no ${member}`);
  return stored;
}

/** Reads `objectType`, which relationships alone may have. */
export function objectTypeOf(
  { kind }: InstanceInput,
  value: JsonValue,
  reading: InstanceReading,
): string | readonly string[] {
  if (kind !== undefined && kind !== 'Relationship' && kind !== 'ListRelationship')
    throw reading.fault(`a ${kind} has no objectType`);
  const names = isJsonArray(value) ? value : [value];
  if (names.length === 0 || !names.every((name) => typeof name === 'string' && name !== ''))
    throw reading.fault('objectType must be the name of a type, or an array of them');
  if (value === NGSILD_NULL && reading.mode !== 'whole') return value;
  const stored = names.map((name) => reading.context.expandName(name as string));
  return isJsonArray(value) ? stored : (stored[0] as string);
}
