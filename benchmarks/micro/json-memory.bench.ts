// Memory that parsed JSON takes, as a multiple of its text, for the shapes that cost most.
//   node benchmarks/run.mjs json-memory
import { parseJson } from '@smart-city/context';

const SIZE = 990_000;
const filled = (open: string, item: (at: number) => string, close: string): string => {
  const parts: string[] = [];
  for (let size = 0, at = 0; size < SIZE; at += 1) {
    parts.push(item(at));
    size += parts[at]!.length + 1;
  }
  return `${open}${parts.join(',')}${close}`;
};

const SHAPES: Readonly<Record<string, string>> = {
  '[{},{},…]': filled('[', () => '{}', ']'),
  '[[],[],…]': filled('[', () => '[]', ']'),
  '[{"a":1},…]': filled('[', () => '{"a":1}', ']'),
  '[[1],…]': filled('[', () => '[1]', ']'),
  '[[[]],…]': filled('[', () => '[[]]', ']'),
  '{"a0":{},…}': filled('{', (at) => `"${at.toString(36)}":{}`, '}'),
  '{"a0":1,…}': filled('{', (at) => `"${at.toString(36)}":1`, '}'),
  '["a","b",…]': filled('[', (at) => `"${String.fromCharCode(97 + (at % 26))}"`, ']'),
  '["ab12",…]': filled('[', (at) => `"${at.toString(36)}"`, ']'),
  '[1,2,…]': filled('[', (at) => String(at % 10), ']'),
  '[0.1,…]': filled('[', (at) => `.${at % 10}`.replace('.', '0.'), ']'),
  '[1e9,…]': filled('[', (at) => `${at % 10}e9`, ']'),
  'nested 400 deep': filled('[', () => '['.repeat(400) + ']'.repeat(400), ']'),
  'objects nested 400 deep': filled('[', () => '{"":'.repeat(400) + '1' + '}'.repeat(400), ']'),
  '{"a":1,"a":1,…}': filled('{', () => '"a":1', '}'),
  '[{"a":1,"a":1},…]': filled('[', () => '{"":1,"":1}', ']'),
  '40,000 metadata': `{"a":{"value":1,"metadata":${filled('{', (at) => `"m${at}":{"value":1}`, '}')}}}`,
};

const heap = (): number => {
  globalThis.gc!();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
};

let kept: unknown;
for (const [name, text] of Object.entries(SHAPES)) {
  const bytes = Buffer.from(text);
  kept = undefined;
  const before = heap();
  const start = performance.now();
  kept = parseJson(bytes);
  const took = performance.now() - start;
  const cost = heap() - before;
  console.log(
    `${name.padEnd(28)} ${(cost / bytes.length).toFixed(1).padStart(6)} × text  ${took.toFixed(0).padStart(5)} ms`,
  );
}
if (kept === undefined) throw new Error('nothing was parsed');
