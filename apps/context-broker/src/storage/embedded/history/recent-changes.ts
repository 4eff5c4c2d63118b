import type Database from 'better-sqlite3';
import type { Sample, SampleLabel, SeriesKey, SeriesSamples } from '@smart-city/history';
import { existsSync } from 'node:fs';
import { openForReading } from '../schema';
import { VALUE } from '../sql-condition';
import type { WriteOperation } from '../write-operation';

/** A change that is not packed yet. */
export interface RecentChange {
  readonly seq: number;
  readonly samples: readonly SeriesSamples[];
}

type StoredSample = readonly [
  attr: string,
  dataset: string,
  at: number,
  recordedAt: number,
  value: number | string,
  label: SampleLabel,
];

const CACHE_KIB = 2_048;
const COLUMNS = 'seq, id, type, service_path, doc';

/** The write that keeps the samples of one change, of one entity, in the commit of that change. */
export function recordChange(seq: number, samples: readonly SeriesSamples[]): WriteOperation {
  const { id, type, servicePath } = samples[0]!.series;
  const doc = samples.flatMap(({ series, samples: own }) =>
    own.map(({ at, recordedAt, value, label }): StoredSample => [
      series.attr,
      series.dataset,
      at,
      recordedAt,
      value,
      label,
    ]),
  );
  return ['addHistory', seq, id, type, servicePath, JSON.stringify(doc)];
}

/** Reads the changes that stand in the file of a tenant's entities until they are packed. */
export class RecentChanges {
  private database: Database.Database | undefined;

  constructor(private readonly path: string) {}

  /** All changes of some entities. */
  ofEntities(ids: readonly string[]): readonly RecentChange[] {
    return this.read(
      `SELECT ${COLUMNS} FROM history WHERE id IN (SELECT value FROM json_each(${VALUE})) ORDER BY seq`,
      JSON.stringify(ids),
    );
  }

  /** The oldest changes, at most so many. */
  oldest(most: number): readonly RecentChange[] {
    return this.read(`SELECT ${COLUMNS} FROM history ORDER BY seq LIMIT ?`, most);
  }

  all(): readonly RecentChange[] {
    return this.oldest(-1);
  }

  close(): void {
    this.database?.close();
    this.database = undefined;
  }

  private read(sql: string, value: string | number): readonly RecentChange[] {
    if (this.database === undefined && !existsSync(this.path)) return [];
    this.database ??= openForReading(this.path, CACHE_KIB);
    const rows = this.database
      .prepare<unknown[], readonly [number, string, string, string, string]>(sql)
      .raw();
    return rows.all(value).map(([seq, id, type, servicePath, doc]) => ({
      seq,
      samples: (JSON.parse(doc) as readonly StoredSample[]).map((one) =>
        readSample({ id, type, servicePath }, one),
      ),
    }));
  }
}

function readSample(
  entity: Pick<SeriesKey, 'id' | 'type' | 'servicePath'>,
  [attr, dataset, at, recordedAt, value, label]: StoredSample,
): SeriesSamples {
  const sample: Sample = { at, recordedAt, value, label };
  return { series: { ...entity, attr, dataset }, samples: [sample] };
}
