import type { Entity } from '@smart-city/ngsi';

/** An entity with its key in the database and the length of its stored text. */
export interface CachedEntity {
  readonly key: number;
  readonly entity: Entity;
  readonly size: number;
}

/**
 * All entities that share an id (of other types or service paths) in one tenant.
 *
 * `committed` is what reads see: exactly the acknowledged writes. `latest` is what the next update starts from: the pending writes
 * on top. Both are the same while `pending` is 0.
 */
export interface EntitySlot {
  readonly tenant: string;
  readonly id: string;
  committed: readonly CachedEntity[];
  latest: readonly CachedEntity[];
  /** Writes whose commit is still under way. Such a slot is never evicted. */
  pending: number;
  /** Resolves when the newest write is durable; means nothing while `pending` is 0. */
  durable: Promise<void> | undefined;
  size: number;
  /** Number of the use with which it was put last in the order of the cache. */
  movedAt: number;
}

/** So much of the cache, one part in …, is evicted together. */
const ROOM_SHARE = 64;

/** Text length an empty slot is reckoned at. */
const SLOT_OVERHEAD = 200;

/**
 * The entities used last, within a bound of stored text (in memory an entity takes some five times its text), and an overlay of
 * the writes that are not yet durable.
 */
export class EntityCache {
  /** By tenant and id: making one key of both would cost as much as finding the slot. */
  private readonly byTenant = new Map<string, Map<string, EntitySlot>>();
  /** Roughly, the least recently used first. */
  private readonly slots = new Set<EntitySlot>();
  private usedSize = 0;
  private uses = 0;

  constructor(
    private readonly maxSlots: number,
    private readonly maxSize: number,
  ) {}

  get entries(): number {
    return this.slots.size;
  }

  /** Bytes of stored text in the cache. */
  get size(): number {
    return this.usedSize;
  }

  /**
   * The slot, now one of those used last. It moves only when a quarter of the others may have moved since: moving is dearer
   * than finding.
   */
  use(tenant: string, id: string): EntitySlot | undefined {
    const slot = this.byTenant.get(tenant)?.get(id);
    this.uses += 1;
    if (slot !== undefined && this.uses - slot.movedAt > this.slots.size / 4) {
      slot.movedAt = this.uses;
      this.slots.delete(slot);
      this.slots.add(slot);
    }
    return slot;
  }

  /** Takes in what was read from the database. */
  add(tenant: string, id: string, committed: readonly CachedEntity[]): EntitySlot {
    const slot: EntitySlot = {
      tenant,
      id,
      committed,
      latest: committed,
      pending: 0,
      durable: undefined,
      size: sizeOf(committed),
      movedAt: this.uses,
    };
    this.put(slot);
    this.usedSize += slot.size;
    this.evict();
    return slot;
  }

  /** Puts a write that is not yet durable on top. A slot that was evicted meanwhile is back in. */
  stage(slot: EntitySlot, latest: readonly CachedEntity[]): void {
    slot.latest = latest;
    slot.pending += 1;
    const size = sizeOf(latest);
    if (this.has(slot)) this.usedSize += size - slot.size;
    else {
      this.put(slot);
      this.usedSize += size;
    }
    slot.size = size;
  }

  /** The oldest pending write of the slot, which led to `committed`, is durable. */
  commit(slot: EntitySlot, committed: readonly CachedEntity[]): void {
    slot.committed = committed;
    slot.pending -= 1;
    if (slot.pending === 0) slot.durable = undefined;
    if (slot.pending === 0 && committed.length === 0) this.drop(slot);
    this.evict();
  }

  /** A pending write is lost, and with it all later ones: forgets the slot, so that the next use reads the database. */
  rollBack(slot: EntitySlot): void {
    slot.latest = slot.committed;
    slot.pending = 0;
    slot.durable = undefined;
    this.drop(slot);
  }

  /** Makes room for some more at a time: a map is slow to find its first entry once many before it are gone. */
  private evict(): void {
    if (this.slots.size <= this.maxSlots && this.usedSize <= this.maxSize) return;
    const [slots, size] = [this.maxSlots, this.maxSize].map((most) => most - Math.floor(most / ROOM_SHARE));
    for (const slot of this.slots) {
      if (slot.pending > 0) continue;
      this.drop(slot);
      if (this.slots.size <= slots! && this.usedSize <= size!) return;
    }
  }

  private has(slot: EntitySlot): boolean {
    return this.byTenant.get(slot.tenant)?.get(slot.id) === slot;
  }

  /** In the place of another of this id. */
  private put(slot: EntitySlot): void {
    const { tenant, id } = slot;
    const other = this.byTenant.get(tenant)?.get(id);
    if (other !== undefined) this.drop(other);
    let ids = this.byTenant.get(tenant);
    if (ids === undefined) this.byTenant.set(tenant, (ids = new Map<string, EntitySlot>()));
    ids.set(id, slot);
    this.slots.add(slot);
  }

  private drop(slot: EntitySlot): void {
    if (!this.has(slot)) return;
    const ids = this.byTenant.get(slot.tenant)!;
    ids.delete(slot.id);
    if (ids.size === 0) this.byTenant.delete(slot.tenant);
    this.slots.delete(slot);
    this.usedSize -= slot.size;
  }
}

function sizeOf(entities: readonly CachedEntity[]): number {
  let size = SLOT_OVERHEAD;
  for (const entity of entities) size += entity.size;
  return size;
}
