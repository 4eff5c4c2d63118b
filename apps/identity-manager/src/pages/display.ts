import type { Language } from '../messages/messages';

/** How times and numbers read in a language. Times are UTC: the server does not know the visitor's zone. */
export function forLanguage(language: Language) {
  const time = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return {
    time: (ms: number) => `${time.format(ms)} UTC`,
    day: (ms: number) => day.format(ms),
    number: (value: number) => value.toLocaleString(language),
    iso: (ms: number) => new Date(ms).toISOString(),
    initials,
    colour,
  };
}

/** Up to two letters that stand for a picture. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[1]] : [words[0]];
  return letters
    .map((word) => [...(word ?? '?')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** One of eight colour classes, always the same for the same text. */
function colour(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) >>> 0;
  return sum % 8;
}
