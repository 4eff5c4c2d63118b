import { applyUpdate } from '@smart-city/ngsi';
import type { EntityChange, EntityUpdate, UpdateResult } from '@smart-city/ngsi';
import { sqliteError } from './sqlite-error';
import { EntityCache, type EntitySlot, type CachedEntity } from './entity-cache';
import { ENTITY_COLUMNS, decodeEntityRow, type EntityRow } from './entity-document';
import { deleteEntity, insertEntity, updateEntity } from './entity-writes';
import type { TenantDatabase } from './tenant-database';
import type { WriteOperation } from './write-operation';
import { VALUE } from './sql-condition';

export interface SlotUpdate {
  readonly result: UpdateResult;
  /** What the result rests on becomes durable with this. Undefined: it is durable already. */
  readonly durable: Promise<void> | undefined;
}

const BY_ID = `SELECT ${ENTITY_COLUMNS} FROM entities WHERE id = ${VALUE} ORDER BY key`;
const EXPIRED = `SELECT DISTINCT id FROM entities WHERE expires_at_ms <= ${VALUE} LIMIT 1000`;

/** Entities by id: committed ones for reading, newest ones for updating, and the writes between the two. */
export class EntitySlots {
  private readonly cache: EntityCache;

  constructor(maxEntries: number, maxBytes: number) {
    this.cache = new EntityCache(maxEntries, maxBytes);
  }

  /** Durable entities of this id, oldest first. */
  committed(database: TenantDatabase, id: string): readonly CachedEntity[] {
    return this.slot(database, id).committed;
  }

  /** Applies an update to the newest state and queues its write. */
  update(
    database: TenantDatabase,
    servicePath: string,
    update: EntityUpdate,
    nowSeconds: number,
  ): SlotUpdate {
    const slot = this.slot(database, update.ref.id);
    const type = update.ref.type ?? (update.action === 'create' ? (update.defaultType ?? '') : undefined);
    const targets = slot.latest.filter(
      ({ entity }) => entity.servicePath === servicePath && (type === undefined || entity.type === type),
    );
    if (targets.length > 1 && update.allMatching !== true)
      return { result: { kind: 'tooManyResults' }, durable: slot.durable };
    const place = { tenant: database.tenant, servicePath, database: database.name };
    const results =
      targets.length === 0
        ? [applyUpdate(place, undefined, update, nowSeconds)]
        : targets.map(({ entity }) => applyUpdate(place, entity, update, nowSeconds));
    for (const result of results)
      if (result.kind === 'done') for (const change of result.changes) this.write(database, slot, change);
    return { result: merge(results), durable: slot.durable };
  }

  /** Deletes entities whose time was over at `nowMs`. */
  async removeExpired(database: TenantDatabase, nowMs: number): Promise<void> {
    for (let ids = database.read(EXPIRED, nowMs); ids.length > 0; ids = database.read(EXPIRED, nowMs)) {
      const writes = ids.map(async ([id]) => {
        const slot = this.slot(database, String(id));
        const expired = slot.latest.filter(
          ({ entity }) => entity.expiresAtMs !== undefined && entity.expiresAtMs <= nowMs,
        );
        for (const stored of expired)
          this.stage(database, slot, without(slot.latest, stored), deleteEntity(stored));
        return slot.durable;
      });
      // Waiting also for updates that prolonged a life meanwhile, so that the next look sees them.
      await Promise.all(writes);
    }
  }

  private slot(database: TenantDatabase, id: string): EntitySlot {
    const { tenant } = database;
    return this.cache.use(tenant, id) ?? this.cache.add(tenant, id, readStored(database, id));
  }

  private write(database: TenantDatabase, slot: EntitySlot, { before, after, changed }: EntityChange): void {
    if (before === after) return;
    const stored = before && slot.latest.find(({ entity }) => entity === before);
    if (after === undefined) {
      if (stored !== undefined)
        this.stage(database, slot, without(slot.latest, stored), deleteEntity(stored));
    } else if (stored === undefined) {
      const write = insertEntity(database.nextKey(), after);
      this.stage(database, slot, [...slot.latest, write.stored], write.operations);
    } else {
      const write = updateEntity(stored, after, changed);
      this.stage(
        database,
        slot,
        slot.latest.map((other) => (other === stored ? write.stored : other)),
        write.operations,
      );
    }
  }

  private stage(
    database: TenantDatabase,
    slot: EntitySlot,
    latest: readonly CachedEntity[],
    operations: readonly WriteOperation[],
  ): void {
    this.cache.stage(slot, latest);
    slot.durable = database.writer.write(operations, (committed) => {
      if (committed) this.cache.commit(slot, latest);
      else this.cache.rollBack(slot);
    });
  }
}

const without = (entities: readonly CachedEntity[], one: CachedEntity) =>
  entities.filter((other) => other !== one);

function readStored(database: TenantDatabase, id: string): readonly CachedEntity[] {
  try {
    const rows = database.read(BY_ID, id) as readonly EntityRow[];
    return rows.map((row) => ({ key: row[0], entity: decodeEntityRow(row), size: row[10].length }));
  } catch (error) {
    throw sqliteError('query', error);
  }
}

/** One result for all entities an update without type met: their changes together; a failure only when nothing was done. */
function merge(results: readonly UpdateResult[]): UpdateResult {
  const [first] = results;
  if (results.length === 1 && first !== undefined) return first;
  const done = results.filter((result) => result.kind === 'done');
  if (done.length === 0 && first !== undefined) return first;
  return {
    kind: 'done',
    changes: done.flatMap(({ changes }) => changes),
    refused: [...new Set(results.flatMap((result) => ('refused' in result ? result.refused : [])))],
  };
}
