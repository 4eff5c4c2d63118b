import type { PageWords } from '../../html/page-words';

const UNITS = ['', 'KB', 'MB', 'GB', 'TB'];
/** A number and its unit stay on one line. */
const NBSP = '\u00a0';

/** `1.5 MB` of so many bytes. */
export function sizeText(bytes: number, words: PageWords): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  if (power === 0) return words.t('size.bytes', { amount: words.number(amount) });
  return `${words.number(amount, amount >= 100 ? 0 : 1)}${NBSP}${UNITS[power]}`;
}

/** `12 ms` or `1.5 s` of so many seconds. */
export function durationText(seconds: number | undefined, words: PageWords): string {
  if (seconds === undefined) return words.t('word.none');
  if (seconds === Infinity) return words.t('time.over', { limit: words.number(5) });
  const ms = seconds * 1000;
  if (ms >= 1000) return `${words.number(seconds, 1)}${NBSP}s`;
  return `${words.number(ms, ms < 10 ? 1 : 0)}${NBSP}ms`;
}
