import type { EntityChange } from '@smart-city/context';
import type { PageOfSamples, SeriesKey, SeriesSamples, Window } from '@smart-city/history';
import type {
  HistoryAggregate,
  HistoryStore,
  SeriesFigures,
  SeriesFound,
  SeriesPage,
  SeriesSelection,
} from '../../history/history-store';
import { keptTimes, type HistoryRules } from '../../history/history-rules';
import { samplesOfChange } from '../../history/samples-of-change';
import type { EmbeddedDatabases } from '../embedded-database';
import type { TenantDatabase } from '../tenant-database';
import type { WriteOperation } from '../write-operation';
import { HistoryThread } from './history-thread';
import { recordChange } from './recent-changes';

/** Changes of a tenant that wait to be packed. */
const MOST_RECENT = 20_000;
const MAINTENANCE_MS = 3_600_000;
const NONE: readonly WriteOperation[] = [];

/** Writes what has to be in the commit of a change. */
export interface ChangeRecorder {
  record(database: TenantDatabase, change: EntityChange): readonly WriteOperation[];
}

/**
 * The past of tenants: recent changes in the file of the tenant, where one commit holds an entity and the past of it; older ones
 * packed, in a file for each week.
 */
export class EmbeddedHistoryStore implements HistoryStore, ChangeRecorder {
  private readonly thread: HistoryThread;
  private readonly timer: NodeJS.Timeout;
  /** Changes since the last packing, by tenant. */
  private readonly recent = new Map<string, number>();
  private readonly packing = new Map<string, Promise<void>>();

  constructor(
    private readonly databases: EmbeddedDatabases,
    private readonly rules: HistoryRules,
    private readonly warn: (text: string) => void,
  ) {
    this.thread = new HistoryThread(warn);
    this.timer = setInterval(() => this.maintainQuietly(), MAINTENANCE_MS).unref();
  }

  record(database: TenantDatabase, change: EntityChange): readonly WriteOperation[] {
    const samples = samplesOfChange(change, this.rules);
    if (samples.length === 0) return NONE;
    this.count(database.tenant);
    return [recordChange(database.nextHistorySeq(), samples)];
  }

  async find(tenant: string, selection: SeriesSelection, most: number): Promise<readonly SeriesFound[]> {
    const place = await this.place(tenant);
    return place === undefined ? [] : this.thread.ask('find', place, selection, most);
  }

  async read(
    tenant: string,
    series: readonly SeriesKey[],
    page: PageOfSamples,
  ): Promise<readonly SeriesPage[]> {
    const place = await this.place(tenant);
    if (place === undefined)
      return series.map((one) => ({ series: one, samples: [], ...(page.count === true && { count: 0 }) }));
    return this.thread.ask('read', place, series, page);
  }

  async aggregate(
    tenant: string,
    series: readonly SeriesKey[],
    aggregate: HistoryAggregate,
  ): Promise<readonly SeriesFigures[]> {
    const place = await this.place(tenant);
    if (place === undefined) return series.map((one) => ({ series: one, periods: [] }));
    return this.thread.ask('aggregate', place, series, aggregate);
  }

  async append(tenant: string, samples: readonly SeriesSamples[]): Promise<void> {
    // Rows that are compared with new ones have to be in the files.
    await this.pack(tenant);
    const { path, writer } = await this.databases.create(tenant);
    // A tenant is one that has a file, however empty.
    await writer.write([]);
    await this.thread.ask('append', path, samples);
  }

  async remove(tenant: string, series: readonly SeriesKey[], window: Window): Promise<void> {
    await this.pack(tenant);
    const place = await this.place(tenant);
    if (place !== undefined) await this.thread.ask('remove', place, series, window);
  }

  async maintain(nowMs: number): Promise<void> {
    for (const tenant of await this.databases.listTenants()) {
      await this.pack(tenant, nowMs);
      const place = await this.place(tenant);
      if (place !== undefined && this.rules.days > 0)
        await this.thread.ask('drop', place, keptTimes(this.rules, nowMs).from);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.allSettled(this.packing.values());
    await this.thread.close();
  }

  /** Packs all changes of a tenant that are recent. One packing of a tenant goes on at a time; a later one follows it. */
  private pack(tenant: string, nowMs = Date.now()): Promise<void> {
    const before = this.packing.get(tenant) ?? Promise.resolve();
    const packing = before.catch(() => undefined).then(() => this.packNow(tenant, nowMs));
    this.packing.set(tenant, packing);
    const done = () => void (this.packing.get(tenant) === packing && this.packing.delete(tenant));
    packing.then(done, done);
    return packing;
  }

  private async packNow(tenant: string, nowMs: number): Promise<void> {
    const database = await this.databases.existing(tenant);
    if (database === undefined) return;
    this.recent.delete(tenant);
    const { from } = keptTimes(this.rules, nowMs);
    for (let goesOn = true; goesOn;) {
      const packed = await this.thread.ask('pack', database.path, from);
      for (const seq of packed.removable) await database.writer.write([['dropHistory', seq]]);
      ({ goesOn } = packed);
    }
  }

  private count(tenant: string): void {
    const count = (this.recent.get(tenant) ?? 0) + 1;
    this.recent.set(tenant, count);
    if (count === MOST_RECENT) this.pack(tenant).catch((error: unknown) => this.complain(error));
  }

  private maintainQuietly(): void {
    this.maintain(Date.now()).catch((error: unknown) => this.complain(error));
  }

  private complain(error: unknown): void {
    this.warn(`history cannot be packed now; it is tried again (${String(error)})`);
  }

  /** The path of the tenant's file; undefined while there is none. */
  private async place(tenant: string): Promise<string | undefined> {
    return (await this.databases.existing(tenant))?.path;
  }
}
