import type { ListOptions } from '../rendered-list';
import { renderPlainRow, type PlainRow } from './row-text';

/** Characters of documents and texts of one generation. */
const GENERATION_SIZE = 4 * 1024 * 1024;

interface RenderedRow {
  readonly row: PlainRow;
  readonly text: string;
}

/** By file and representation, then by the key of the row. */
type Generation = Map<string, Map<number, RenderedRow>>;

/**
 * Plain texts of rows that were rendered lately. The text is a function of the row: one that is found again word for word is
 * not rendered again, so that nothing has to be told of writes. Two generations, the older of which is dropped when the
 * younger is full.
 */
export class RowTexts {
  private young: Generation = new Map();
  private old: Generation = new Map();
  private size = 0;

  /** A JSON list. @param file  whose rows they are @param shown  plainly */
  renderList(file: string, rows: readonly PlainRow[], shown: ListOptions): string {
    const name = `${shown.representation} ${file}`;
    const old = this.old.get(name);
    const young = this.young.get(name) ?? new Map<number, RenderedRow>();
    this.young.set(name, young);
    const texts: string[] = [];
    for (const row of rows) {
      const [key] = row;
      let rendered = young.get(key);
      if (!isOf(rendered, row)) {
        const older = old?.get(key);
        rendered = isOf(older, row) ? older : { row, text: renderPlainRow(row, shown) };
        young.set(key, rendered);
        this.size += row[3].length + rendered.text.length;
      }
      texts.push(rendered.text);
    }
    if (this.size >= GENERATION_SIZE) this.age();
    return `[${texts.join(',')}]`;
  }

  private age(): void {
    this.old = this.young;
    this.young = new Map();
    this.size = 0;
  }
}

const isOf = (known: RenderedRow | undefined, [, id, type, doc]: PlainRow): known is RenderedRow =>
  known !== undefined && known.row[3] === doc && known.row[1] === id && known.row[2] === type;
