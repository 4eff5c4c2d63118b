import type { Entity } from '@smart-city/context';

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
  /** Since it was put last in the order of the cache. */
  isUsed: boolean;
}

/** So much of the cache, one part in …, is evicted together. */
const ROOM_SHARE = 64;

/** Slots that are spared at one time for having been used: who makes room keeps everybody waiting. */
const MOST_SPARED = 4_096;

/** Text length an empty slot is reckoned at. */
const SLOT_OVERHEAD = 200;

/**
 * Entities within a bound of stored text (in memory an entity takes some five times its text), those used lately before others,
 * and an overlay of the writes that are not yet durable. What goes is found as a clock does: in the order they came, each that
 * was used since is spared once.
 */
export class EntityCache {
  /** By tenant and id: making one key of both would cost as much as finding the slot. */
  private readonly byTenant = new Map<string, Map<string, EntitySlot>>();
  /** In the order they came, those that were spared behind the others. */
  private readonly slots = new Set<EntitySlot>();
  private usedSize = 0;

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

  /** The slot, which will be spared once when room is made: putting it last at each use would be dearer than finding it. */
  use(tenant: string, id: string): EntitySlot | undefined {
    const slot = this.byTenant.get(tenant)?.get(id);
    if (slot !== undefined) slot.isUsed = true;
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
      isUsed: false,
    };
    // Before it is there: what comes is not what goes.
    this.makeRoom(1, slot.size);
    this.put(slot);
    this.usedSize += slot.size;
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
    this.makeRoom();
  }

  /** A pending write is lost, and with it all later ones: forgets the slot, so that the next use reads the database. */
  rollBack(slot: EntitySlot): void {
    slot.latest = slot.committed;
    slot.pending = 0;
    slot.durable = undefined;
    this.drop(slot);
  }

  /** For some more at a time than is needed: a map is slow to find its first entry once many before it are gone. */
  private makeRoom(forSlots = 0, forSize = 0): void {
    if (this.slots.size + forSlots <= this.maxSlots && this.usedSize + forSize <= this.maxSize) return;
    const [slots, size] = [this.maxSlots, this.maxSize].map((most) => most - Math.floor(most / ROOM_SHARE));
    let spared = 0;
    for (const slot of this.slots) {
      if (slot.pending > 0) continue;
      if (slot.isUsed && spared < MOST_SPARED) {
        spared += 1;
        slot.isUsed = false;
        this.slots.delete(slot);
        this.slots.add(slot);
        continue;
      }
      this.drop(slot);
      if (this.slots.size + forSlots <= slots! && this.usedSize + forSize <= size!) return;
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
