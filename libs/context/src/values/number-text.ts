const DECIMAL = /^[ \t\n\v\f\r]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\v\f\r]*$/;
const HEXADECIMAL = /^[ \t\n\v\f\r]*([+-]?)0[xX]([0-9a-fA-F]+)[ \t\n\v\f\r]*$/;

/**
 * Reads a number as C's `strtod` does when it must use the whole text: decimal with exponent, or hexadecimal.
 * `inf` and `nan` stay text, because no stored value can be either; so does what a double cannot hold.
 */
export function parseNumberText(text: string): number | undefined {
  if (DECIMAL.test(text)) {
    const value = Number(text);
    const mantissa = /^[^eE]*/.exec(text)?.[0] ?? '';
    if (!Number.isFinite(value) || (value === 0 && /[1-9]/.test(mantissa))) return undefined;
    return value;
  }
  const hexadecimal = HEXADECIMAL.exec(text);
  if (hexadecimal === null) return undefined;
  const value = Number(`0x${hexadecimal[2] ?? ''}`);
  if (!Number.isFinite(value)) return undefined;
  return hexadecimal[1] === '-' ? -value : value;
}
