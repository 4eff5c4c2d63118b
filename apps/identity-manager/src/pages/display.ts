import { displayFor, type Language, type ReadingMoment } from '@smart-city/messages';

/** What templates have times, numbers, names and charts written with. */
export function forLanguage(language: Language, reading: ReadingMoment) {
  return {
    ...displayFor(language, reading),
    dayOfMonth: (ms: number) => new Date(ms).getUTCDate(),
    /** `20k`, the same in every language, for where there is no room. */
    short,
    iso: (ms: number) => new Date(ms).toISOString(),
    initials,
    colour,
  };
}

const short = (value: number): string =>
  value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(value);

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
