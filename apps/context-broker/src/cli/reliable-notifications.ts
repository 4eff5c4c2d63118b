import type { OptionSource } from '@smart-city/options';

interface Notifying {
  readonly notifReliable: boolean;
  readonly notifOutbox: boolean;
  readonly notifRetries: number;
  readonly notifDeadLetters: number;
  readonly notifAttempts: number;
}

/** Eight retries go on for some four minutes. */
const RELIABLE = { notifOutbox: true, notifRetries: 8, notifDeadLetters: 1_000, notifAttempts: 10 } as const;

/** What `-notifReliable` stands for; whatever is given by itself stays as it is given. */
export function reliableNotifications<Raw extends Notifying>(
  raw: Raw,
  sources: ReadonlyMap<string, OptionSource>,
): Raw {
  if (!raw.notifReliable) return raw;
  const meant = Object.entries(RELIABLE).filter(([name]) => sources.get(name) === 'default');
  return { ...raw, ...Object.fromEntries(meant) };
}
