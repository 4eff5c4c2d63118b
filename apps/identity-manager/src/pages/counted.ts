import type { Translate } from '../messages/messages';

/** The message for nobody, one or many: the keys `<key>.none`, `<key>.one` and `<key>.many`, which has the `{count}`. */
export function counted(
  t: Translate,
  key: string,
  count: number,
  parameters: Readonly<Record<string, string | number>> = {},
): string {
  const form = count === 0 ? 'none' : count === 1 ? 'one' : 'many';
  return t(`${key}.${form}`, { ...parameters, count });
}
