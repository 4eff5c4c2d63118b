import { qrPath } from './qr-path';

/** The dark squares of a path, as rows of a picture. */
function pictureOf({ path, size }: ReturnType<typeof qrPath>): readonly string[] {
  const dark = new Set(
    [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, column, row]) => `${column} ${row}`),
  );
  expect(path.replace(/M\d+ \d+h1v1h-1z/g, '')).toBe('');
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => (dark.has(`${column} ${row}`) ? '#' : ' ')).join(''),
  );
}

describe('A QR code', () => {
  const picture = pictureOf(qrPath('otpauth://totp/City:ana@city.example?secret=JBSWY3DPEHPK3PXP'));

  it('has a quiet zone of four around it', () => {
    const isLight = (line: string) => line.trim() === '';
    expect([...picture.slice(0, 4), ...picture.slice(-4)].every(isLight)).toBe(true);
    expect(picture.every((line) => isLight(line.slice(0, 4)) && isLight(line.slice(-4)))).toBe(true);
  });

  it('has the three marks that readers look for', () => {
    const mark = ['#######', '#     #', '# ### #', '# ### #', '# ### #', '#     #', '#######'];
    const at = (row: number, column: number) =>
      picture.slice(row, row + 7).map((line) => line.slice(column, column + 7));
    const far = picture.length - 11;
    for (const [row, column] of [
      [4, 4],
      [4, far],
      [far, 4],
    ] as const)
      expect(at(row, column)).toEqual(mark);
  });

  it('grows with its text', () => {
    expect(qrPath('x'.repeat(300)).size).toBeGreaterThan(qrPath('x').size);
  });
});
