/** The cookie that the pages' script writes: the server cannot know the zone otherwise. */
export const ZONE_COOKIE = 'zone';

/** The time zone of this IANA name, as it is called today; undefined for what names none. */
export function zoneCalled(name: string | null | undefined): string | undefined {
  if (!name || !/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Every zone that can be chosen, by name. */
export const TIME_ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
