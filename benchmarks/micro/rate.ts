import { asJson, printJson } from '../report';

export interface Rate {
  readonly name: string;
  readonly perSecond: number;
}

const WARM_UP_MS = 200;
const ROUND_MS = 200;
const ROUNDS = 5;

/**
 * Runs `work` for about a second and takes the best of several rounds, which the machine's other work disturbs least.
 *
 * @param work     one call; its result is kept so that it is not optimized away
 * @param perCall  how many things one call does
 */
export function measure(name: string, work: () => unknown, perCall = 1): Rate {
  runFor(WARM_UP_MS, work);
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) best = Math.max(best, runFor(ROUND_MS, work));
  return { name, perSecond: Math.round(best * perCall) };
}

let kept: unknown;

function runFor(limitMs: number, work: () => unknown): number {
  const start = performance.now();
  let calls = 0;
  let elapsedMs = 0;
  do {
    for (let burst = 0; burst < 10; burst++) kept = work();
    calls += 10;
    elapsedMs = performance.now() - start;
  } while (elapsedMs < limitMs);
  if (kept === measure) throw new Error('unreachable');
  return (calls / elapsedMs) * 1000;
}

/** Prints a table for people, or with `--json` one object that two commits can be compared by. */
export function report(rates: readonly Rate[]): void {
  if (asJson) return printJson({ rates });
  const width = Math.max(...rates.map(({ name }) => name.length));
  for (const { name, perSecond } of rates)
    console.log(`${name.padEnd(width)}  ${perSecond.toLocaleString('en').padStart(14)}/s`);
}
