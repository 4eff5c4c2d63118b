import { Readable } from 'node:stream';
import fc from 'fast-check';
import { boundedLines } from './bounded-lines';

const linesOf = async (chunks: readonly string[], longest = 100) => {
  const lines: string[] = [];
  for await (const line of boundedLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), longest))
    lines.push(line);
  return lines;
};

describe('lines of a text', () => {
  it('are the same wherever the text was cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\n') })),
        async (chunks) => {
          const whole = chunks.join('').split('\n');
          if (whole.at(-1) === '') whole.pop();
          expect(await linesOf(chunks, 10_000)).toEqual(whole);
        },
      ),
    );
  });
  it('lose their carriage return', async () => {
    expect(await linesOf(['a\r', '\nb\r\n', 'c\r'])).toEqual(['a', 'b', 'c']);
  });
  it('come cut when they are too long', async () => {
    const long = 'x'.repeat(1000);
    expect(await linesOf([long, long, `${long}\nb\n`, long])).toEqual([
      'x'.repeat(100),
      'b',
      'x'.repeat(100),
    ]);
  });
});
