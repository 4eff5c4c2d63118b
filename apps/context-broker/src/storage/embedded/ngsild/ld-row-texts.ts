import type { Entity } from '@smart-city/context';
import type { EntityRenderer } from '../../ld-query';
import { decodeEntityRow, type EntityRow } from '../entity-document';

/** Characters of documents and texts of one generation. */
const GENERATION_SIZE = 4 * 1024 * 1024;

interface RenderedRow {
  readonly row: EntityRow;
  readonly text: string;
}

/** By tenant and renderer, then by the key of the row. */
type Generation = Map<string, Map<number, RenderedRow>>;

/**
 * Texts of rows that were rendered lately. A text is a function of the row: one that is found again is not rendered again, so
 * that nothing has to be told of writes. Two generations, the older of which is dropped when the younger is full. An entity that
 * has something that will end is always rendered.
 */
export class LdRowTexts {
  private young: Generation = new Map();
  private old: Generation = new Map();
  private size = 0;

  render(
    tenant: string,
    rows: readonly EntityRow[],
    { key: renderer, render }: EntityRenderer,
  ): readonly string[] {
    if (renderer === undefined) return rows.map((row) => render(decodeEntityRow(row)));
    const name = `${renderer} ${tenant}`;
    const old = this.old.get(name);
    const young = this.young.get(name) ?? new Map<number, RenderedRow>();
    this.young.set(name, young);
    const texts = rows.map((row) => {
      const [key] = row;
      const known = young.get(key);
      if (isOf(known, row)) return known.text;
      const older = old?.get(key);
      if (isOf(older, row)) return this.keep(young, older);
      const entity = decodeEntityRow(row);
      const text = render(entity);
      return hasEnd(entity) ? text : this.keep(young, { row, text });
    });
    if (this.size >= GENERATION_SIZE) this.age();
    return texts;
  }

  private keep(young: Map<number, RenderedRow>, rendered: RenderedRow): string {
    young.set(rendered.row[0], rendered);
    this.size += String(rendered.row[DOCUMENT]).length + rendered.text.length;
    return rendered.text;
  }

  private age(): void {
    this.old = this.young;
    this.young = new Map();
    this.size = 0;
  }
}

/** The column of the document. */
const DOCUMENT = 10;

const isOf = (known: RenderedRow | undefined, row: EntityRow): known is RenderedRow =>
  known !== undefined && known.row.every((value, column) => value === row[column]);

const hasEnd = ({ attrs, expiresAtMs }: Entity): boolean =>
  expiresAtMs !== undefined ||
  [...attrs.values()].some(
    ({ expiresAt, instances }) =>
      expiresAt !== undefined || instances?.some((instance) => instance.expiresAt !== undefined) === true,
  );
