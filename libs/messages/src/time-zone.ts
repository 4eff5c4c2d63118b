import QuickLru from 'quick-lru';

/** The cookie that the pages' script writes: the server cannot know the zone otherwise. */
export const ZONE_COOKIE = 'zone';

/** Names that visitors sent, and what they are called: every page asks, and Node takes long to tell. */
const known = new QuickLru<string, string>({ maxSize: 256 });

/** The time zone of this IANA name, as it is called today; undefined for what names none. */
export function zoneCalled(name: string | null | undefined): string | undefined {
  if (!name || !/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return undefined;
  const remembered = known.get(name);
  if (remembered !== undefined) return remembered;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    known.set(name, timeZone);
    return timeZone;
  } catch {
    return undefined;
  }
}

/** Every zone that can be chosen, by name. */
export const TIME_ZONES: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
