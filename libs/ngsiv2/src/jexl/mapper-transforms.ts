import type { JsonValue } from '@smart-city/context';
import { asArray, asNumber, asString, type JexlTransform } from './transform';

/** One-to-one look-up: the choice at the position of the first equal value; null when there is none or the lists differ in length. */
function mapOne(subject: JsonValue, values: readonly JsonValue[], choices: readonly JsonValue[]): JsonValue {
  if (values.length !== choices.length) return null;
  return choices[values.indexOf(subject)] ?? null;
}

export const MAPPER_TRANSFORMS = {
  /** Strings only. */
  mapper: (subject, [values, choices]) =>
    mapOne(asString(subject), asArray(values).map(asString), asArray(choices)),
  /** Integers only. */
  nMapper: (subject, [values, choices]) => {
    const integers = asArray(values).map(asNumber);
    const wanted = asNumber(subject);
    return [wanted, ...integers].every(Number.isInteger) ? mapOne(wanted, integers, asArray(choices)) : null;
  },
  /** `n` rising thresholds cut the numbers in `n+1` classes; a number equal to a threshold belongs to the class below it. */
  thMapper: (subject, [thresholds, choices]) => {
    const limits = asArray(thresholds).map(asNumber);
    const classes = asArray(choices);
    const value = asNumber(subject);
    if (classes.length !== limits.length + 1) return null;
    const at = limits.findIndex((limit) => value <= limit);
    return classes[at < 0 ? limits.length : at]!;
  },
} satisfies Record<string, JexlTransform>;
