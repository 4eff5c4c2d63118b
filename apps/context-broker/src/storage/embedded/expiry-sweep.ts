import type { EntityChange } from '@smart-city/context';
import { Ends } from '../ends';
import type { ExpiryListener } from '../expiry-listener';
import { accompanied } from './accompanied';
import type { EntitySlots } from './entity-slots';
import { VALUE } from './sql-condition';
import type { TenantDatabase } from './tenant-database';

/** An id may come twice. The index is named: left to choose, SQLite would rather walk all entities. */
const EXPIRED = `SELECT id FROM entities INDEXED BY entities_expiry WHERE expires_at_ms <= ${VALUE} LIMIT 1000`;
const ENDED = `SELECT entities.id FROM attribute_ends CROSS JOIN entities ON entities.key = attribute_ends.entity
  WHERE at_ms <= ${VALUE} LIMIT 1000`;
const NEXT = `SELECT min(end_ms) FROM (
    SELECT min(expires_at_ms) AS end_ms FROM entities INDEXED BY entities_expiry WHERE expires_at_ms IS NOT NULL
    UNION ALL SELECT min(at_ms) FROM attribute_ends)`;

/** Looks that find nothing to change, after which what is left is left for the next sweep. */
const MOST_IDLE = 2;

/** Removes what is over: entities, attributes and instances, and tells the listener of it. */
export class ExpirySweep {
  private readonly timer: NodeJS.Timeout;
  private listener: ExpiryListener | undefined;

  /** @param databases  those that are swept at each interval, beside when somebody asks for what is over */
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

  tell(listener: ExpiryListener): void {
    this.listener = listener;
  }

  /** From now on what is over is removed from the database: what is over already before it is read. */
  watch(database: TenantDatabase): void {
    database.ends = new Ends((nowMs) => this.remove(database, nowMs));
    database.ends.note(nextEnd(database));
  }

  /** Removes what is over at a time. @returns when the next ends, Infinity for never */
  async remove(database: TenantDatabase, nowMs: number): Promise<number> {
    // Earlier writes are committed, and so are found.
    await database.writer.write([]);
    for (let idle = 0; idle < MOST_IDLE;) {
      const ids = new Set(
        [EXPIRED, ENDED].flatMap((sql) => database.read(sql, nowMs)).map(([id]) => String(id)),
      );
      if (ids.size === 0) break;
      const outcomes = [...ids].map((id) => this.slots.expire(database, id, nowMs));
      const changes = outcomes.flatMap((outcome) => outcome.changes);
      if (changes.length === 0) idle += 1;
      await this.settle(database, changes, outcomes.at(-1)!.durable);
      // Waiting also for updates that prolonged a life meanwhile, so that the next look sees them.
      for (const { durable } of outcomes) await durable;
    }
    return nextEnd(database);
  }

  private async settle(
    database: TenantDatabase,
    changes: readonly EntityChange[],
    durable: Promise<void> | undefined,
  ): Promise<void> {
    if (changes.length === 0) return durable;
    const accompany = this.listener?.accompanying(database.tenant);
    await ((accompany && accompanied(database, changes, accompany)) ?? durable);
    await this.listener?.expired(database.tenant, changes);
  }

  private sweepAll(): void {
    for (const { ends } of this.databases.values()) if (ends.next !== Infinity) void ends.settling();
  }
}

const nextEnd = (database: TenantDatabase): number => Number(database.read(NEXT)[0]?.[0] ?? Infinity);
