import { generateLoad, type LoadOptions, type LoadResult } from './load-generator';
import type { PinnedServer } from './pinned-server';

/** A load with what it cost the server. */
export interface Measured extends LoadResult {
  /** Processor time of the server for one request, all threads: says the same on a busy machine. */
  readonly cpuUs: number;
}

/** The floor beside the broker: the best rate of each, and the least processor time. */
export interface Comparison {
  /** Of the rates. */
  readonly ratio: number;
  /** Of the processor times, floor to broker. */
  readonly cpuRatio: number;
  readonly floor: Measured;
  readonly broker: Measured;
}

export interface ComparedLoad extends Omit<LoadOptions, 'port' | 'request'> {
  readonly rounds: number;
  /** The n-th request of a round, as it goes over the wire. Rounds count from 1. */
  readonly request: (n: number, round: number) => string;
}

const twoDigits = (value: number) => Math.round(value * 100) / 100;

/** Puts the same load on both sides, in turns: what disturbs the machine for a while disturbs both. */
export async function compareSides(
  sides: { readonly floor: PinnedServer; readonly broker: PinnedServer },
  { rounds, request, ...load }: ComparedLoad,
): Promise<Comparison> {
  const best: { floor?: Measured; broker?: Measured } = {};
  for (let round = 1; round <= rounds; round += 1)
    for (const side of ['floor', 'broker'] as const) {
      const measured = await measure(sides[side], { ...load, request: (n) => request(n, round) });
      best[side] = better(best[side], measured);
    }
  const { floor, broker } = best;
  if (floor === undefined || broker === undefined) throw new Error('no rounds');
  return {
    ratio: twoDigits(broker.requestsPerSecond / floor.requestsPerSecond),
    cpuRatio: twoDigits(floor.cpuUs / broker.cpuUs),
    floor,
    broker,
  };
}

async function measure(server: PinnedServer, load: Omit<LoadOptions, 'port'>): Promise<Measured> {
  const cpuBefore = server.cpuMs() ?? 0;
  const result = await generateLoad({ port: server.port, ...load });
  const cpuMs = (server.cpuMs() ?? 0) - cpuBefore;
  return { ...result, cpuUs: Math.round((cpuMs * 10_000) / result.requests) / 10 };
}

const better = (a: Measured | undefined, b: Measured): Measured => {
  if (a === undefined) return b;
  const faster = b.requestsPerSecond > a.requestsPerSecond ? b : a;
  return { ...faster, cpuUs: Math.min(a.cpuUs, b.cpuUs) };
};
