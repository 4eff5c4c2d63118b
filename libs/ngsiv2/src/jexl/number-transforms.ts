import type { JsonValue } from '@smart-city/context';
import { asNumber, asString, type JexlTransform } from './transform';

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

const finite = (value: number): JsonValue => (Number.isFinite(value) ? value : null);

const onNumber =
  (compute: (value: number) => number): JexlTransform =>
  (subject) =>
    finite(compute(asNumber(subject)));

/** Half away from zero, where `Math.round` goes up. */
const roundHalfAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

/** Whether JavaScript and the original agree that a text is a number: digits, not `0x10`, not the empty text. */
function numberIn(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : undefined;
}

export const NUMBER_TRANSFORMS = {
  floor: onNumber(Math.floor),
  ceil: onNumber(Math.ceil),
  round: onNumber(roundHalfAway),
  sqrt: onNumber(Math.sqrt),
  log: onNumber(Math.log),
  log10: onNumber(Math.log10),
  log2: onNumber(Math.log2),
  toFixed: (subject, [digits]) => {
    const places = asNumber(digits);
    return places < 0 || places > 100 ? null : Number(asNumber(subject).toFixed(places));
  },
  parseInt: (subject) => {
    if (typeof subject === 'number') return finite(Math.trunc(subject));
    const text = asString(subject).trim();
    return INTEGER.test(text) ? finite(Number(text)) : null;
  },
  parseFloat: (subject) => {
    if (typeof subject === 'number') return subject;
    const text = asString(subject).trim();
    return DECIMAL.test(text) ? finite(Number(text)) : null;
  },
  isNaN: (subject) => numberIn(subject) === undefined,
} satisfies Record<string, JexlTransform>;
