import type { Alteration, EntityChange } from '@smart-city/context';
import { weightOf } from './held-weight';

/** What happened to one entity while its notification was kept back: as one change. */
export interface HeldChange {
  readonly change: EntityChange;
  readonly alteration: Alteration;
}

interface Weighed {
  readonly held: HeldChange;
  readonly weight: number;
}

/** Entities of one subscription that wait; those that wait longest are let go of. */
const MOST_ENTITIES = 1_000;

/** Changes of the entities of one subscription, the latest state of each. */
export class HeldChanges {
  private readonly byEntity = new Map<string, Weighed>();
  private total = 0;

  get size(): number {
    return this.byEntity.size;
  }

  /** In characters, about. */
  get weight(): number {
    return this.total;
  }

  /** @returns false when another entity had to make room */
  add(held: HeldChange): boolean {
    const key = keyOf(held.change);
    const before = this.byEntity.get(key)?.held;
    this.delete(key);
    const latest = before === undefined ? held : joined(before, held);
    const weight = weightOf(latest.change);
    this.byEntity.set(key, { held: latest, weight });
    this.total += weight;
    if (this.byEntity.size <= MOST_ENTITIES) return true;
    this.dropOldest();
    return false;
  }

  /** The entity that waits longest makes room. */
  dropOldest(): void {
    const [oldest] = this.byEntity.keys();
    if (oldest !== undefined) this.delete(oldest);
  }

  /** The entity of a change has been told of otherwise. */
  forget(change: EntityChange): void {
    this.delete(keyOf(change));
  }

  all(): readonly HeldChange[] {
    return [...this.byEntity.values()].map(({ held }) => held);
  }

  private delete(key: string): void {
    this.total -= this.byEntity.get(key)?.weight ?? 0;
    this.byEntity.delete(key);
  }
}

function keyOf({ before, after }: EntityChange): string {
  const { id, type, servicePath } = (after ?? before)!;
  return JSON.stringify([id, type, servicePath]);
}

/** From what was there before the first to what was there after the last. */
function joined(first: HeldChange, last: HeldChange): HeldChange {
  const isNew = first.alteration.type === 'entityCreate' && last.change.after !== undefined;
  return {
    change: {
      ...last.change,
      before: first.change.before,
      requested: [...new Set([...first.change.requested, ...last.change.requested])],
      changed: new Set([...first.change.changed, ...last.change.changed]),
      metadataChanged: new Set([...first.change.metadataChanged, ...last.change.metadataChanged]),
    },
    alteration: {
      type: isNew ? 'entityCreate' : last.alteration.type,
      changed: [...new Set([...first.alteration.changed, ...last.alteration.changed])],
    },
  };
}
