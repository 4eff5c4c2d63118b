import type { EntityChange } from '@smart-city/ngsi';
import type { Alteration } from '../../subscriptions/alteration';

/** What happened to one entity while its notification was kept back: as one change. */
export interface HeldChange {
  readonly change: EntityChange;
  readonly alteration: Alteration;
}

/** Entities of one subscription that wait; those that wait longest are let go of. */
const MOST_ENTITIES = 1_000;

/** Changes of the entities of one subscription, the latest state of each. */
export class HeldChanges {
  private readonly byEntity = new Map<string, HeldChange>();

  get size(): number {
    return this.byEntity.size;
  }

  /** @returns false when another entity had to make room */
  add(held: HeldChange): boolean {
    const key = keyOf(held.change);
    const before = this.byEntity.get(key);
    this.byEntity.delete(key);
    this.byEntity.set(key, before === undefined ? held : joined(before, held));
    if (this.byEntity.size <= MOST_ENTITIES) return true;
    const [oldest] = this.byEntity.keys();
    this.byEntity.delete(oldest!);
    return false;
  }

  /** The entity of a change has been told of otherwise. */
  forget(change: EntityChange): void {
    this.byEntity.delete(keyOf(change));
  }

  all(): readonly HeldChange[] {
    return [...this.byEntity.values()];
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
