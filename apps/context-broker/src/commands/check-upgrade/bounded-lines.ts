import type { Readable } from 'node:stream';

/**
 * The lines of a text one after the other. A line that is longer than the limit comes cut, so that a file without line
 * breaks needs no more memory than any other.
 */
export async function* boundedLines(input: Readable, longest: number): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let rest = '';
  for await (const chunk of input as AsyncIterable<string>) {
    const lines = chunk.split('\n');
    lines[0] = rest + lines[0]!;
    rest = lines.pop()!.slice(0, longest);
    for (const line of lines) yield line.slice(0, longest).replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}
