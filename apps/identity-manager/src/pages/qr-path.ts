import { create } from 'qrcode';

/** A QR code as one SVG path in a square of `size` units, with the quiet zone of four that readers want. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) path += `M${column + 4} ${row + 4}h1v1h-1z`;
  return { path, size: modules.size + 8 };
}
