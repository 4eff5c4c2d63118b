// What a store does, against bare SQLite statements that do the same on the same file.

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);

interface Took {
  readonly ms: number;
  /** Processor time of this process, all threads. */
  readonly cpuMs: number;
}

async function timed(work: () => unknown): Promise<Took> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return { ms, cpuMs: (user + system) / 1000 };
}

const least = (a: Took, b: Took): Took => ({ ms: Math.min(a.ms, b.ms), cpuMs: Math.min(a.cpuMs, b.cpuMs) });
const twoDigits = (value: number): number => Math.round(value * 100) / 100;

const NEVER: Took = { ms: Infinity, cpuMs: Infinity };

/** Best of some rounds, in which the two take turns: what the machine's other work disturbs least. */
export async function compareRounds(ours: () => unknown, floor: () => unknown) {
  let [bestFloor, bestOurs] = [NEVER, NEVER];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Twice: a write of the other side has emptied the cache of this one's connection.
    for (let time = 0; time < 2; time += 1) bestFloor = least(bestFloor, await timed(floor));
    for (let time = 0; time < 2; time += 1) bestOurs = least(bestOurs, await timed(ours));
  }
  return {
    floorMs: twoDigits(bestFloor.ms),
    storeMs: twoDigits(bestOurs.ms),
    ratio: twoDigits(bestFloor.ms / bestOurs.ms),
    floorCpuMs: twoDigits(bestFloor.cpuMs),
    storeCpuMs: twoDigits(bestOurs.cpuMs),
    cpuRatio: twoDigits(bestFloor.cpuMs / bestOurs.cpuMs),
  };
}

export type Compared = Awaited<ReturnType<typeof compareRounds>> & { readonly name: string };

export function lineOf({
  name,
  floorMs,
  storeMs,
  ratio,
  floorCpuMs,
  storeCpuMs,
  cpuRatio,
}: Compared): string {
  const column = (ms: number) => String(ms).padStart(7);
  return (
    `${name.padEnd(46)} bare SQLite ${column(floorMs)} ms, store ${column(storeMs)} ms, ratio ${ratio}; ` +
    `processor ${column(floorCpuMs)} and ${column(storeCpuMs)} ms, ratio ${cpuRatio}`
  );
}
