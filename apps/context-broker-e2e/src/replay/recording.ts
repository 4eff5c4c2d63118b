import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from './player';
import type { Chapter, Step } from './step';

const FILE = join(process.cwd(), 'apps/context-broker-e2e/src/replay/recorded-answers.jsonl');

/** The digest of a request, so that a change of the tables is told from a change of the answers. */
export const digestOf = (step: Step): string =>
  createHash('sha256').update(JSON.stringify(step)).digest('hex').slice(0, 8);

interface RecordedStep extends Recorded {
  readonly digest: string;
}

/** Recorded steps by the name of their chapter. */
export type Recording = ReadonlyMap<string, readonly RecordedStep[]>;

/**
 * Lines of the file: the name of a chapter, then a list for each of its steps: digest, head and body of the answer, and what was
 * sent. A text that was there before is the number of its first appearance.
 */
export function readRecording(): Recording {
  const texts: string[] = [];
  const known = (text: string | number) =>
    typeof text === 'number' ? texts[text]! : (texts.push(text), text);
  const recording = new Map<string, RecordedStep[]>();
  let steps: RecordedStep[] = [];
  for (const line of readFileSync(FILE, 'utf8').trimEnd().split('\n')) {
    const read = JSON.parse(line) as string | readonly [string, ...(string | number)[]];
    if (typeof read === 'string') recording.set(read, (steps = []));
    else {
      const [digest, ...rest] = read;
      const [head = '', body = '', ...sent] = rest.map(known);
      steps.push({ digest, answer: `${head}\n\n${body}`, sent });
    }
  }
  return recording;
}

/** Writes the file anew. */
export function writeRecording(chapters: readonly (readonly [Chapter, readonly Recorded[]])[]): void {
  const numbers = new Map<string, number>();
  const known = (text: string): string | number => {
    const number = numbers.get(text);
    if (number !== undefined) return number;
    numbers.set(text, numbers.size);
    return text;
  };
  const lines = chapters.flatMap(([{ name, steps }, results]) => [
    JSON.stringify(name),
    ...results.map(({ answer, sent }, at) => {
      const end = answer.indexOf('\n\n');
      const texts = [answer.slice(0, end), answer.slice(end + 2), ...sent];
      return JSON.stringify([digestOf(steps[at]!), ...texts.map(known)]);
    }),
  ]);
  writeFileSync(FILE, `${lines.join('\n')}\n`);
}
