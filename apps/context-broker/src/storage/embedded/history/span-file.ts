import type Database from 'better-sqlite3';
import {
  columnsOf,
  figuresOf,
  packChunk,
  unpackChunk,
  type SeriesPiece,
  type Sample,
  type SampleColumns,
  type SeriesKey,
  type Window,
} from '@smart-city/history';
import type { SqlValue } from '../write-operation';
import { openSpan } from './span-schema';

/** A chunk as it is stored, without its samples. */
export interface StoredChunk extends SeriesPiece {
  readonly key: number;
}

type Row = readonly (string | number)[];

const CHUNK_COLUMNS = 'key, first, last, length, samples, numbers, sum, sum_of_squares, min, max';

/** The past of one tenant and one span of time. */
export class SpanFile {
  private readonly database: Database.Database;
  private readonly statements = new Map<string, Database.Statement<unknown[], unknown>>();

  /** @throws Error when it is damaged */
  constructor(readonly path: string) {
    this.database = openSpan(path);
  }

  close(): void {
    this.database.close();
  }

  /** Does all of it, or nothing. */
  transact(work: () => void): void {
    this.database.transaction(work).immediate();
  }

  /** Up to which number the changes of the tenant are here. */
  get packed(): number {
    return Number((this.all('SELECT seq FROM packed')[0] as Row)[0]);
  }

  notePacked(seq: number): void {
    this.run('UPDATE packed SET seq = max(seq, ?)', seq);
  }

  /** The number of a series; undefined while there is nothing of it. */
  seriesOf({ id, attr, type, servicePath, dataset }: SeriesKey): number | undefined {
    const [row] = this.all(
      'SELECT key FROM series WHERE id = ? AND attr = ? AND type = ? AND service_path = ? AND dataset = ?',
      ...[id, attr, type, servicePath, dataset],
    );
    return row === undefined ? undefined : Number((row as Row)[0]);
  }

  /** The same; made where there is none. */
  makeSeries(key: SeriesKey): number {
    const known = this.seriesOf(key);
    if (known !== undefined) return known;
    const { id, attr, type, servicePath, dataset } = key;
    this.run(
      'INSERT INTO series (id, attr, type, service_path, dataset) VALUES (?, ?, ?, ?, ?)',
      ...[id, attr, type, servicePath, dataset],
    );
    return this.seriesOf(key)!;
  }

  /**
   * Series with samples in a window, and the time of the last.
   *
   * @param condition  of SQL, over the columns of `series`
   */
  find(
    condition: string,
    values: readonly SqlValue[],
    { from, before }: Window,
  ): readonly (SeriesKey & { lastAt: number })[] {
    const rows = this.all(
      `SELECT id, attr, type, service_path, dataset,
         (SELECT max(last) FROM chunks WHERE series = series.key AND last >= ? AND first < ?) AS last_at
       FROM series WHERE last_at IS NOT NULL AND ${condition}`,
      ...[from, before, ...values],
    ) as readonly Row[];
    return rows.map(([id, attr, type, servicePath, dataset, lastAt]) => ({
      id: String(id),
      attr: String(attr),
      type: String(type),
      servicePath: String(servicePath),
      dataset: String(dataset),
      lastAt: Number(lastAt),
    }));
  }

  /** Chunks of a series that touch a window, in the order of their first samples. */
  chunks(series: number, { from, before }: Window): readonly StoredChunk[] {
    const rows = this.all(
      `SELECT ${CHUNK_COLUMNS} FROM chunks WHERE series = ? AND first < ? AND last >= ? ORDER BY first`,
      ...[series, before, from],
    ) as readonly Row[];
    return rows.map((row) => {
      const [key, first, last, length, samples, numbers, sum, sumOfSquares, min, max] = row.map(Number);
      return {
        key: key!,
        first: first!,
        last: last!,
        length: length!,
        figures: {
          samples: samples!,
          numbers: numbers!,
          sum: sum!,
          sumOfSquares: sumOfSquares!,
          min: min!,
          max: max!,
        },
      };
    });
  }

  /** The samples of a chunk. @throws DamagedChunk */
  columns(key: number): SampleColumns {
    const [row] = this.all(
      'SELECT data FROM chunks WHERE key = ?',
      key,
    ) as readonly (readonly Uint8Array[])[];
    return unpackChunk(row![0]!);
  }

  /** Adds a chunk of samples, which are in order and at least one. */
  addChunk(series: number, samples: readonly Sample[]): void {
    const columns = columnsOf(samples);
    const figures = figuresOf(columns);
    this.run(
      `INSERT INTO chunks (series, first, last, length, samples, numbers, sum, sum_of_squares, min, max, data)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[series, samples[0]!.at, samples.at(-1)!.at, samples.length, figures.samples, figures.numbers],
      ...[figures.sum, figures.sumOfSquares, figures.min, figures.max, packChunk(columns)],
    );
  }

  removeChunk(key: number): void {
    this.run('DELETE FROM chunks WHERE key = ?', key);
  }

  private all(sql: string, ...values: readonly unknown[]): readonly unknown[] {
    return this.statement(sql).all(...values);
  }

  private run(sql: string, ...values: readonly unknown[]): void {
    this.statement(sql).run(...values);
  }

  private statement(sql: string): Database.Statement<unknown[], unknown> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      const prepared = this.database.prepare<unknown[], unknown>(sql);
      statement = prepared.reader ? prepared.raw() : prepared;
      this.statements.set(sql, statement);
    }
    return statement;
  }
}
