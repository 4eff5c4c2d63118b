import { DamagedChunk, type ByteReader } from './byte-reader';
import type { ByteWriter } from './byte-writer';

/** Texts by dictionary: each different one once, and which of them stands where. */
export interface TextsColumn {
  readonly words: readonly string[];
  /** Index into `words`, one for each place. */
  readonly ids: Uint32Array;
}

/** Makes the dictionary of texts, in the order in which they first come. */
export function textsColumn(texts: readonly string[]): TextsColumn {
  const known = new Map<string, number>();
  const ids = Uint32Array.from(texts, (text) => {
    const id = known.get(text) ?? known.size;
    known.set(text, id);
    return id;
  });
  return { words: [...known.keys()], ids };
}

/** Appends a dictionary, and runs of its words: a column that never changes takes two numbers. */
export function packTexts({ words, ids }: TextsColumn, to: ByteWriter): void {
  to.varint(words.length);
  for (const word of words) to.text(word);
  for (let at = 0; at < ids.length;) {
    const id = ids[at]!;
    const begin = at;
    while (at < ids.length && ids[at] === id) at += 1;
    to.varint(id);
    to.varint(at - begin);
  }
}

/** Reads a column of `length` texts. @throws DamagedChunk */
export function unpackTexts(length: number, from: ByteReader): TextsColumn {
  const count = from.varint();
  if (count > length) throw new DamagedChunk('more words than places');
  const words = Array.from({ length: count }, () => from.text());
  const ids = new Uint32Array(length);
  for (let at = 0; at < length;) {
    const id = from.varint();
    const run = from.varint();
    if (id >= count || run === 0 || at + run > length) throw new DamagedChunk('a run of a word is none');
    ids.fill(id, at, at + run);
    at += run;
  }
  return { words, ids };
}
