const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `1.5 MB` of so many bytes. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[power]}`;
}

/** `12 ms` or `1.5 s` of so many seconds. */
export function durationText(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  if (seconds === Infinity) return 'over 5 s';
  const ms = seconds * 1000;
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${seconds.toFixed(1)} s`;
}
