import type { ListOptions } from '../rendered-list';
import { DOC, ID, TYPE, type EntityRow } from './entity-document';
import { isPlain, renderRow } from './row-text';

/** Characters of documents and texts of one generation. */
const GENERATION_SIZE = 4 * 1024 * 1024;

interface RenderedRow {
  readonly row: EntityRow;
  readonly text: string;
}

/**
 * Texts of rows that were rendered lately. The text is a function of the row: one that is found again word for word is not
 * rendered again, so that nothing has to be told of writes. Two generations, the older of which is dropped when the younger
 * is full.
 */
export class RowTexts {
  #young = new Map<string, RenderedRow>();
  #old = new Map<string, RenderedRow>();
  #size = 0;

  /** @param file  whose row it is */
  render(file: string, row: EntityRow, shown: ListOptions): string {
    // Other ways to show it are as many as clients think of.
    if (!isPlain(shown)) return renderRow(row, shown);
    const name = `${shown.representation} ${row[0]} ${file}`;
    const young = this.#young.get(name);
    if (young !== undefined && isSame(young.row, row)) return young.text;
    const old = this.#old.get(name);
    const rendered = old !== undefined && isSame(old.row, row) ? old : { row, text: renderRow(row, shown) };
    this.#keep(name, rendered);
    return rendered.text;
  }

  #keep(name: string, rendered: RenderedRow): void {
    this.#young.set(name, rendered);
    this.#size += rendered.row[DOC].length + rendered.text.length;
    if (this.#size < GENERATION_SIZE) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#size = 0;
  }
}

/** Alike in all that a plain text shows. */
const isSame = (a: EntityRow, b: EntityRow): boolean =>
  a[DOC] === b[DOC] && a[ID] === b[ID] && a[TYPE] === b[TYPE];
