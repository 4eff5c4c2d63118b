const ESCAPE = /%([0-9A-Fa-f]{2})/g;

/**
 * Decodes `%xx` as the original's HTTP server does: a percent sign that starts no escape stays, and raw bytes beyond
 * ASCII are UTF-8.
 */
export function percentDecode(text: string): string {
  if (!text.includes('%') && isAscii(text)) return text;
  const bytes = text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The same for a name or value of the query string, where `+` is a blank. */
export const decodeParameter = (text: string) =>
  percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text);

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}
