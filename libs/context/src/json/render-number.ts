const INT64_LIMIT = 2 ** 63;

/**
 * Writes a number as Orion does: integral values without decimals, others with at most nine,
 * magnitudes beyond int64 with up to 17 significant digits.
 */
export function renderNumber(value: number): string {
  if ((value | 0) === value) return `${value | 0}`;
  const magnitude = Math.abs(value);
  if (!(magnitude < INT64_LIMIT)) return Number.isFinite(value) ? withSeventeenDigits(value) : 'null';
  const whole = Math.trunc(magnitude);
  const sign = value < 0 ? '-' : '';
  if (magnitude - whole < 1e-9) {
    if (whole === 0) return '0';
    return sign + (whole > Number.MAX_SAFE_INTEGER ? BigInt(whole).toString() : String(whole));
  }
  return sign + (shortDecimal(magnitude) ?? withoutTrailingZeros(nineDecimals(magnitude)));
}

/** Below it, doubles lie closer together than texts of nine decimals, so that the shortest text of one is the nearest, too. */
const DENSE = 2 ** 22;

/** The shortest text that reads back as the number, which V8 has at hand; undefined where it has more than nine decimals. */
function shortDecimal(magnitude: number): string | undefined {
  if (magnitude >= DENSE || magnitude < 1e-6) return undefined;
  const text = String(magnitude);
  return text.length - text.indexOf('.') <= 10 ? text : undefined;
}

/** As C's `%.9f`, which rounds an exact tie to the even digit where `toFixed` rounds it up. */
function nineDecimals(magnitude: number): string {
  const isTie = Number.isInteger(magnitude * 1024) && !Number.isInteger(magnitude * 512);
  if (!isTie) return magnitude.toFixed(9);
  const exact = magnitude.toFixed(10);
  const isEven = exact.charCodeAt(exact.length - 2) % 2 === 0;
  return isEven ? exact.slice(0, -1) : magnitude.toFixed(9);
}

function withoutTrailingZeros(decimal: string): string {
  let length = decimal.length;
  while (decimal.charCodeAt(length - 1) === 48) length--;
  if (decimal.charCodeAt(length - 1) === 46) length--;
  return decimal.slice(0, length);
}

/** As C's `%.17g` for magnitudes of 2^63 and more. */
function withSeventeenDigits(value: number): string {
  const [mantissa, exponent] = value.toExponential(16).split('e') as [string, string];
  return `${withoutTrailingZeros(mantissa)}e${exponent}`;
}
