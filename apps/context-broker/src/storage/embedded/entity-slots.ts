import {
  applyUpdate,
  expiring,
  rewriteEntity,
  type Entity,
  type EntityChange,
  type EntityRewrite,
  type EntityUpdate,
  type RewriteResult,
  type UpdateResult,
  type WriteTenancy,
} from '@smart-city/context';
import { loopTurns } from '../../context/loop-turns';
import { combinedResults } from '../combined-results';
import type { Accompany } from '../commit-companion';
import { accompanied } from './accompanied';
import type { ChangeRecorder } from './history/embedded-history-store';
import type { OpenTenants } from './open-tenants';
import { sqliteError } from './sqlite-error';
import { EntityCache, type EntitySlot, type CachedEntity } from './entity-cache';
import { ENTITY_COLUMNS, decodeEntityRow, type EntityRow } from './entity-document';
import { deleteEntity, insertEntity, updateEntity } from './entity-writes';
import type { TenantDatabase } from './tenant-database';
import type { WriteOperation } from './write-operation';
import { VALUE } from './sql-condition';

interface Outcome<Result> {
  readonly result: Result;
  /** What the result rests on becomes durable with this. Undefined: it is durable already. */
  readonly durable: Promise<void> | undefined;
}

/** Outcome for the entities of an id. */
interface Expiry {
  readonly changes: readonly EntityChange[];
  readonly durable: Promise<void> | undefined;
}

/** Milliseconds of the event loop that many updates take at a time. */
const SLICE_MS = 1;

const BY_ID = `SELECT ${ENTITY_COLUMNS} FROM entities WHERE id = ${VALUE} ORDER BY key`;

/** Entities by id: committed ones for reading, newest ones for updating, and the writes between the two. */
export class EntitySlots {
  private readonly cache: EntityCache;

  constructor(
    private readonly tenants: OpenTenants,
    maxEntries: number,
    maxBytes: number,
    private readonly recorder?: ChangeRecorder,
  ) {
    this.cache = new EntityCache(maxEntries, maxBytes);
  }

  /** Durable entities of this id, oldest first. */
  committed(database: TenantDatabase, id: string): readonly CachedEntity[] {
    return this.slot(database, id).committed;
  }

  /** Updates of an `EntityStore`, which takes this as its own. */
  async apply(
    { tenant, servicePath }: WriteTenancy,
    updates: readonly EntityUpdate[],
    accompany?: Accompany,
  ): Promise<readonly UpdateResult[]> {
    const database = this.tenants.open.get(tenant) ?? (await this.tenants.create(tenant));
    if (database.ends.next !== Infinity) await database.ends.settling();
    const nowSeconds = Date.now() / 1000;
    return this.inTurns(
      database,
      updates,
      (update) => this.applyOne(database, servicePath, update, nowSeconds),
      changesOfUpdate,
      accompany,
    );
  }

  /** Rewrites of an `EntityStore`, which takes this as its own. */
  async rewrite<F>(
    tenant: string,
    rewrites: readonly EntityRewrite<F>[],
    accompany?: Accompany,
  ): Promise<readonly RewriteResult<F>[]> {
    const database = this.tenants.open.get(tenant) ?? (await this.tenants.create(tenant));
    if (database.ends.next !== Infinity) await database.ends.settling();
    const nowSeconds = Date.now() / 1000;
    return this.inTurns(
      database,
      rewrites,
      (rewrite) => this.rewriteOne(database, rewrite, nowSeconds),
      changesOfRewrite,
      accompany,
    );
  }

  /** Does all items in order, a slice of them at a turn of the event loop, and waits until what they did is durable. */
  private async inTurns<Item, Result>(
    database: TenantDatabase,
    items: readonly Item[],
    work: (item: Item) => Outcome<Result>,
    changesOf: (result: Result) => readonly EntityChange[],
    accompany: Accompany | undefined,
  ): Promise<readonly Result[]> {
    let durable: Promise<void> | undefined;
    const results: Result[] = [];
    for (let at = 0; ;) {
      const first = at;
      const stopAt = performance.now() + SLICE_MS;
      let goesOn = false;
      try {
        for (; at < items.length && (at === first || performance.now() < stopAt); at += 1) {
          const outcome = work(items[at]!);
          results.push(outcome.result);
          durable = outcome.durable ?? durable;
        }
        goesOn = at < items.length;
      } finally {
        // In the turn of the writes, and so in their commit.
        if (accompany !== undefined)
          durable = accompanied(database, results.slice(first).flatMap(changesOf), accompany) ?? durable;
        // Batches become durable in order, so the last one speaks for all; what fails before it is waited for is told then.
        if (goesOn) durable?.catch(() => undefined);
        else await durable;
      }
      if (!goesOn) return results;
      await loopTurns.next();
    }
  }

  /** Applies an update to the newest state and queues its write. */
  private applyOne(
    database: TenantDatabase,
    servicePath: string,
    update: EntityUpdate,
    nowSeconds: number,
  ): Outcome<UpdateResult> {
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
    return { result: results.length === 1 ? results[0]! : combinedResults(results), durable: slot.durable };
  }

  /** Rewrites the newest state of the entity that is meant, the oldest of its id, and queues its write. */
  private rewriteOne<F>(
    database: TenantDatabase,
    rewrite: EntityRewrite<F>,
    nowSeconds: number,
  ): Outcome<RewriteResult<F>> {
    const slot = this.slot(database, rewrite.id);
    const { isMeant } = rewrite;
    const target = slot.latest.find(({ entity }) => isMeant === undefined || isMeant(entity));
    const result = rewriteEntity(database.tenant, target?.entity, rewrite, nowSeconds);
    if (result.kind !== 'done') return { result, durable: slot.durable };
    const { after } = result.change;
    const isTaken = slot.latest.some((other) => other !== target && isSamePlace(other.entity, after));
    if (isTaken) return { result: { kind: 'alreadyExists' }, durable: slot.durable };
    this.write(database, slot, result.change);
    return { result, durable: slot.durable };
  }

  /** Takes out of the entities of an id what is over at a time. @returns what that changes; durable with the slot */
  expire(database: TenantDatabase, id: string, nowMs: number): Expiry {
    const slot = this.slot(database, id);
    const changes: EntityChange[] = [];
    const rewrite = expiring(id, nowMs);
    for (const { entity } of slot.latest.filter((stored) => rewrite.isMeant!(stored.entity))) {
      const result = rewriteEntity(database.tenant, entity, rewrite, nowMs / 1000);
      if (result.kind !== 'done') continue;
      this.write(database, slot, result.change);
      changes.push({ ...result.change, isExpiry: true });
    }
    return { changes, durable: slot.durable };
  }

  private slot(database: TenantDatabase, id: string): EntitySlot {
    const { tenant } = database;
    return this.cache.use(tenant, id) ?? this.cache.add(tenant, id, readStored(database, id));
  }

  private write(database: TenantDatabase, slot: EntitySlot, change: EntityChange): void {
    const { before, after, changed } = change;
    if (before === after) return;
    // In this turn, and so in the commit of the change.
    if (this.recorder !== undefined) void database.writer.write(this.recorder.record(database, change));
    const stored = before && slot.latest.find(({ entity }) => entity === before);
    if (after === undefined) {
      if (stored !== undefined)
        this.stage(database, slot, without(slot.latest, stored), deleteEntity(stored));
    } else if (stored === undefined) {
      const write = insertEntity(database.nextKey(), after);
      noteEnds(database, after, write.operations);
      this.stage(database, slot, [...slot.latest, write.stored], write.operations);
    } else {
      const write = updateEntity(stored, after, changed);
      noteEnds(database, after, write.operations);
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

function noteEnds(
  { ends }: TenantDatabase,
  { expiresAtMs }: Entity,
  operations: readonly WriteOperation[],
): void {
  if (expiresAtMs !== undefined) ends.note(expiresAtMs);
  for (const [name, , endMs] of operations) if (name === 'putAttributeEnd') ends.note(Number(endMs));
}

const isSamePlace = (a: Entity, b: Entity | undefined): boolean =>
  a.type === b?.type && a.servicePath === b.servicePath;

const NO_CHANGES: readonly EntityChange[] = [];

const changesOfUpdate = (result: UpdateResult): readonly EntityChange[] =>
  result.kind === 'done' ? result.changes : NO_CHANGES;

const changesOfRewrite = <F>(result: RewriteResult<F>): readonly EntityChange[] =>
  result.kind === 'done' ? [result.change] : NO_CHANGES;

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
