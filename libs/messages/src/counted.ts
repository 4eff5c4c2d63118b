import type { Translate } from './messages';

/** The beginnings of the keys that have a form for one and a form for many. */
export type CountedKey<Key extends string> = string extends Key
  ? string
  : Key extends `${infer Beginning}.many`
    ? Beginning
    : never;

/**
 * The message for nobody, one or many: the keys `<key>.none`, `<key>.one` and `<key>.many`, which has the `{count}`.
 *
 * @param shown  the count as the reader's language writes it
 */
export function counted<Key extends string>(
  t: Translate<Key>,
  key: CountedKey<Key>,
  count: number,
  parameters: Readonly<Record<string, string | number>> = {},
): string {
  const form = count === 0 ? 'none' : count === 1 ? 'one' : 'many';
  return t(`${key}.${form}` as Key, { count, ...parameters });
}
