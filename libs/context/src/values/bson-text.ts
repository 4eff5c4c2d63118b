import type { JsonValue } from '../json/json-value';
import { isJsonArray } from '../json/plain-json';
import { encodeName } from './name-encoding';

/** A stored value as MongoDB prints it in its messages: `{ a: 1.0, b: [ "x" ] }`, with all numbers as doubles. */
export function bsonText(value: JsonValue): string {
  if (typeof value === 'number') return doubleText(value);
  // Strings are printed as they are, without escapes.
  if (typeof value === 'string') return `"${value}"`;
  if (value === null || typeof value === 'boolean') return String(value);
  if (isJsonArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(bsonText).join(', ')} ]`;
  if (value.size === 0) return '{}';
  return `{ ${[...value].map(([key, member]) => `${encodeName(key)}: ${bsonText(member)}`).join(', ')} }`;
}

const SIGNIFICANT_DIGITS = 16;

/** As C's `%.16g`, with `.0` after what shows no fraction. */
function doubleText(value: number): string {
  const [, exponent = '0'] = value.toExponential(SIGNIFICANT_DIGITS - 1).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < SIGNIFICANT_DIGITS) {
    const fixed = withoutTrailingZeros(value.toFixed(SIGNIFICANT_DIGITS - 1 - power));
    return fixed.includes('.') ? fixed : `${fixed}.0`;
  }
  const mantissa = withoutTrailingZeros(value.toExponential(SIGNIFICANT_DIGITS - 1).split('e')[0] as string);
  const sign = power < 0 ? '-' : '+';
  const text = `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  return mantissa.includes('.') ? text : `${text}.0`;
}

const withoutTrailingZeros = (digits: string): string =>
  digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
