import type { EntitySlots } from './entity-slots';
import { VALUE } from './sql-condition';
import type { TenantDatabase } from './tenant-database';

/** An id may come twice. The index is named: left to choose, SQLite would rather walk all entities. */
const EXPIRED = `SELECT id FROM entities INDEXED BY entities_expiry WHERE expires_at_ms <= ${VALUE} LIMIT 1000`;

/** Removes transient entities whose time is over, as the original's database does within a minute. Tells nobody. */
export class ExpirySweep {
  private readonly timer: NodeJS.Timeout;

  /** @param databases  those that are swept at each interval */
  constructor(
    private readonly slots: EntitySlots,
    private readonly databases: ReadonlyMap<string, TenantDatabase>,
    intervalMs: number,
  ) {
    this.timer = setInterval(() => this.sweepAll(), intervalMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Without waiting. A sweep that fails (disk trouble) is made up for by the next one. */
  sweep(database: TenantDatabase): void {
    this.remove(database, Date.now()).catch(() => undefined);
  }

  /** Deletes entities whose time was over at `nowMs`. */
  async remove(database: TenantDatabase, nowMs: number): Promise<void> {
    for (let ids = database.read(EXPIRED, nowMs); ids.length > 0; ids = database.read(EXPIRED, nowMs)) {
      // Waiting also for updates that prolonged a life meanwhile, so that the next look sees them.
      await Promise.all(
        ids.map(async ([id]) =>
          this.slots.removeWhere(
            database,
            String(id),
            ({ expiresAtMs }) => expiresAtMs !== undefined && expiresAtMs <= nowMs,
          ),
        ),
      );
    }
  }

  private sweepAll(): void {
    for (const database of this.databases.values()) this.sweep(database);
  }
}
