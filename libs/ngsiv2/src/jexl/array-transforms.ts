import { isJsonArray, isJsonObject, type JsonValue } from '@smart-city/context';
import type { JexlTransform } from './transform';

/** The numbers of a list that holds nothing else; undefined for anything that is not such a list, or is empty. */
function numbersOf(value: JsonValue): readonly number[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((item) => typeof item === 'number') ? value : undefined;
}

const onNumbers =
  (compute: (numbers: readonly number[]) => number): JexlTransform =>
  (subject) => {
    const numbers = numbersOf(subject);
    const result = numbers === undefined ? NaN : compute(numbers);
    return Number.isFinite(result) ? result : null;
  };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
/** A typed array sorts by number without a function for each comparison. */
const ascending = (numbers: readonly number[]): number[] => [...Float64Array.from(numbers).sort()];

function median(numbers: readonly number[]): number {
  const sorted = ascending(numbers);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const ARRAY_TRANSFORMS = {
  arrSum: onNumbers(sum),
  arrAvg: onNumbers((numbers) => sum(numbers) / numbers.length),
  arrMax: onNumbers((numbers) => numbers.reduce((most, value) => Math.max(most, value))),
  arrMin: onNumbers((numbers) => numbers.reduce((least, value) => Math.min(least, value))),
  arrMed: onNumbers(median),
  arrSort: (subject) => {
    const numbers = numbersOf(subject);
    return numbers === undefined ? null : ascending(numbers);
  },
  arrReverse: (subject) => (isJsonArray(subject) ? [...subject].reverse() : null),
  values: (subject) => (isJsonObject(subject) ? [...subject.values()] : null),
  keys: (subject) => (isJsonObject(subject) ? [...subject.keys()] : null),
} satisfies Record<string, JexlTransform>;
