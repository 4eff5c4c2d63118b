/** What browsers call themselves; the more special ones first, as they name the others too. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Version', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** A User-Agent in words, such as `Firefox 128, Linux`; the beginning of the text when it names no known browser. */
export function browserName(userAgent: string): string {
  for (const [mark, name] of browsers) {
    const at = userAgent.indexOf(`${mark}/`);
    if (at < 0) continue;
    const version = /^\d{1,4}/.exec(userAgent.slice(at + mark.length + 1))?.[0];
    const system = systems.find(([word]) => userAgent.includes(word))?.[1];
    return [version ? `${name} ${version}` : name, ...(system ? [system] : [])].join(', ');
  }
  return userAgent.slice(0, 60);
}
