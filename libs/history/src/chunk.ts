import { ByteReader, DamagedChunk } from './byte-reader';
import { ByteWriter } from './byte-writer';
import { compress, decompress } from './compression';
import { packNumbers, unpackNumbers } from './numbers-column';
import type { Sample, SampleLabel } from './sample';
import { packTexts, textsColumn, unpackTexts, type TextsColumn } from './texts-column';
import { packTimes, unpackTimes } from './times-column';

const FORMAT = 1;
/** Samples of one chunk: {@link packChunk} takes no more. */
export const MOST_SAMPLES = 65_536;
/** The word of a text column that stands for a number. No JSON text is empty. */
const A_NUMBER = '';

/** Samples of one series column by column, as they are packed: to aggregate them, no object is made of any. */
export interface SampleColumns {
  readonly length: number;
  readonly at: Float64Array;
  readonly recordedAt: Float64Array;
  /** NaN where the value is none. */
  readonly numbers: Float64Array;
  /** JSON texts; the empty text where the value is a number. */
  readonly texts: TextsColumn;
  readonly labels: { readonly words: readonly SampleLabel[]; readonly ids: Uint32Array };
}

/** Samples column by column, in their order. */
export function columnsOf(samples: readonly Sample[]): SampleColumns {
  const labels = textsColumn(samples.map(({ label }) => JSON.stringify(label)));
  return {
    length: samples.length,
    at: Float64Array.from(samples, (sample) => sample.at),
    recordedAt: Float64Array.from(samples, (sample) => sample.recordedAt),
    numbers: Float64Array.from(samples, ({ value }) => (typeof value === 'number' ? value : NaN)),
    texts: textsColumn(samples.map(({ value }) => (typeof value === 'number' ? A_NUMBER : value))),
    labels: { words: labels.words.map(readLabel), ids: labels.ids },
  };
}

/**
 * Packs at most {@link MOST_SAMPLES} samples of one series, in their order.
 *
 * @example
 * const bytes = packChunk(columnsOf([{ at: 0, recordedAt: 3, value: 21.5, label: { type: 'Number' } }]));
 * const columns = unpackChunk(bytes);
 * sampleAt(columns, 0); // the same sample
 */
export function packChunk(columns: SampleColumns): Uint8Array {
  const { length, at, recordedAt, numbers, texts, labels } = columns;
  const to = new ByteWriter();
  to.varint(FORMAT);
  to.varint(length);
  const words = labels.words.map((label) => JSON.stringify(label));
  column(to, (into) => packTimes(at, into));
  column(to, (into) =>
    packTimes(
      recordedAt.map((time, place) => time - at[place]!),
      into,
    ),
  );
  column(to, (into) => packTexts({ words, ids: labels.ids }, into));
  column(to, (into) => packTexts(texts, into));
  column(to, (into) =>
    packNumbers(
      numbers.filter((_, place) => isNumber(texts, place)),
      into,
    ),
  );
  return to.finish();
}

const isNumber = ({ words, ids }: TextsColumn, place: number): boolean => words[ids[place]!] === A_NUMBER;

/** Appends a column, compressed by itself: what is alike stands together. */
function column(to: ByteWriter, write: (into: ByteWriter) => void): void {
  const into = new ByteWriter();
  write(into);
  const bytes = compress(into.finish());
  to.varint(bytes.length);
  to.append(bytes);
}

/** Reads what {@link packChunk} wrote. @throws DamagedChunk */
export function unpackChunk(bytes: Uint8Array): SampleColumns {
  const from = new ByteReader(bytes);
  const format = from.varint();
  if (format !== FORMAT) throw new DamagedChunk(`its format is ${format}`);
  const length = from.varint();
  if (length > MOST_SAMPLES) throw new DamagedChunk(`it has ${length} samples`);
  const next = (): ByteReader => new ByteReader(decompress(from.take(from.varint())));
  const at = unpackTimes(length, next());
  const recordedAt = unpackTimes(length, next()).map((delay, place) => at[place]! + delay);
  const labels = unpackTexts(length, next());
  const texts = unpackTexts(length, next());
  return {
    length,
    at,
    recordedAt,
    numbers: placeNumbers(texts, next()),
    texts,
    labels: { words: labels.words.map(readLabel), ids: labels.ids },
  };
}

function readLabel(text: string): SampleLabel {
  try {
    return JSON.parse(text) as SampleLabel;
  } catch {
    throw new DamagedChunk('a label is no JSON');
  }
}

/** One sample of the columns. */
export function sampleAt(columns: SampleColumns, place: number): Sample {
  const { at, recordedAt, numbers, texts, labels } = columns;
  const text = texts.words[texts.ids[place]!]!;
  return {
    at: at[place]!,
    recordedAt: recordedAt[place]!,
    value: text === A_NUMBER ? numbers[place]! : text,
    label: labels.words[labels.ids[place]!]!,
  };
}

function placeNumbers({ words, ids }: TextsColumn, from: ByteReader): Float64Array {
  const number = words.indexOf(A_NUMBER);
  if (words.length === 1 && number === 0) return unpackNumbers(ids.length, from);
  const placed = new Float64Array(ids.length).fill(NaN);
  if (number === -1) return placed;
  const dense = unpackNumbers(
    ids.reduce((count, id) => count + Number(id === number), 0),
    from,
  );
  let next = 0;
  ids.forEach((id, place) => {
    if (id === number) placed[place] = dense[next++]!;
  });
  return placed;
}
