import { isJsonArray, type JsonValue } from '@smart-city/context';
import { JexlError } from './jexl-tree';

/** `subject|name(args)`. Wrong types throw, which makes the whole expression null unless `||` or `?:` catches it. */
export type JexlTransform = (subject: JsonValue, args: readonly JsonValue[]) => JsonValue;

export function asString(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw new JexlError('string expected');
  return value;
}

export function asNumber(value: JsonValue | undefined): number {
  if (typeof value !== 'number') throw new JexlError('number expected');
  return value;
}

export function asArray(value: JsonValue | undefined): readonly JsonValue[] {
  if (!isJsonArray(value)) throw new JexlError('array expected');
  return value;
}
