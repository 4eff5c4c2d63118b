import { inOrder, sampleAt, type Sample, type Window } from '@smart-city/history';
import type { SpanFile, StoredChunk } from './span-file';

const DAY = 86_400_000;
/** Samples of one chunk: more take longer to unpack than a page of them is worth. */
const MOST_SAMPLES = 2_048;
/** A chunk of fewer is joined with others. */
const FEW_SAMPLES = 256;
/** Small chunks of one day that may stand side by side: joining them at each addition would pack each sample many times. */
const MOST_SMALL = 8;

/** Adds samples of one series to a file, in chunks of a day. */
export function addSamples(file: SpanFile, series: number, samples: readonly Sample[]): void {
  for (const [day, own] of byDay(samples)) {
    const small = file.chunks(series, dayWindow(day)).filter(({ length }) => length < FEW_SAMPLES);
    const together = small.reduce((sum, { length }) => sum + length, own.length);
    const isTime = small.length >= MOST_SMALL || (small.length > 0 && together >= FEW_SAMPLES);
    addChunks(file, series, isTime ? joined(file, small, own) : own);
  }
}

/** Adds those samples that are not there yet. Done twice, it changes nothing the second time. */
export function addUnknownSamples(file: SpanFile, series: number, samples: readonly Sample[]): void {
  const times = samples.map(({ at }) => at);
  const span = { from: Math.min(...times), before: Math.max(...times) + 1 };
  const known = new Set(file.chunks(series, span).flatMap((chunk) => samplesOf(file, chunk).map(identity)));
  const unknown = samples.filter((sample) => {
    const text = identity(sample);
    if (known.has(text)) return false;
    known.add(text);
    return true;
  });
  if (unknown.length > 0) addSamples(file, series, unknown);
}

/** Removes the samples of a window. */
export function removeSamples(file: SpanFile, series: number, window: Window): void {
  for (const chunk of file.chunks(series, window)) {
    const kept = samplesOf(file, chunk).filter(({ at }) => at < window.from || at >= window.before);
    file.removeChunk(chunk.key);
    if (kept.length > 0) addChunks(file, series, kept);
  }
}

function addChunks(file: SpanFile, series: number, samples: readonly Sample[]): void {
  const ordered = samples.toSorted(inOrder);
  for (let at = 0; at < ordered.length; at += MOST_SAMPLES)
    file.addChunk(series, ordered.slice(at, at + MOST_SAMPLES));
}

function joined(file: SpanFile, chunks: readonly StoredChunk[], more: readonly Sample[]): readonly Sample[] {
  const all = [...chunks.flatMap((chunk) => samplesOf(file, chunk)), ...more];
  for (const { key } of chunks) file.removeChunk(key);
  return all;
}

function samplesOf(file: SpanFile, { key }: StoredChunk): readonly Sample[] {
  const columns = file.columns(key);
  return Array.from({ length: columns.length }, (_, place) => sampleAt(columns, place));
}

const dayWindow = (day: number): Window => ({ from: day, before: day + DAY });

function byDay(samples: readonly Sample[]): ReadonlyMap<number, readonly Sample[]> {
  const days = new Map<number, Sample[]>();
  for (const sample of samples) {
    const day = Math.floor(sample.at / DAY) * DAY;
    const own = days.get(day);
    if (own === undefined) days.set(day, [sample]);
    else own.push(sample);
  }
  return days;
}

const identity = ({ at, recordedAt, value, label: { isDeleted } }: Sample): string =>
  JSON.stringify([at, recordedAt, value, isDeleted === true]);
