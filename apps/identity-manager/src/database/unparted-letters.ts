import { UNPARTED } from '@smart-city/lists';

/** Small and capital. The capital of `ß` is two others, that of `ı` is a plain `I`. */
const letters = Object.entries(UNPARTED).flatMap(([letter, plain]) =>
  [letter, letter.toUpperCase()]
    .filter((form) => /^[^\x20-\x7e]$/.test(form))
    .map((form) => [form, plain] as const),
);
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL expression for a text with the letters that have no accent to strip written plainly, as {@link UNPARTED} says. */
export const withoutUnparted = (text: string): string =>
  [...new Map(letters)].reduce(
    (inner, [letter, plain]) => `REPLACE(${inner}, ${quoted(letter)}, ${quoted(plain)})`,
    text,
  );
