import type { EntityChange } from '@smart-city/context';

/** Writes of another port of the store in the commit of changes. Only the adapter that made them looks inside. */
export interface CommitPart {
  readonly adapter: string;
}

/** Parts that stand or fall with the changes that caused them. */
export interface Companion {
  readonly parts: readonly CommitPart[];
  /** Told once whether changes and parts are durable, or both are lost, before the update itself resolves or rejects. */
  readonly settled: (committed: boolean) => void;
}

/**
 * Makes the parts for changes that are about to be committed. Called once for all that is written
 * in one turn of the event loop; does not wait and must not throw. Undefined: there is nothing to keep.
 */
export type Accompany = (changes: readonly EntityChange[]) => Companion | undefined;

/** One companion of several; undefined of none. */
export function joinCompanions(companions: readonly (Companion | undefined)[]): Companion | undefined {
  const all = companions.filter((companion) => companion !== undefined);
  if (all.length <= 1) return all[0];
  return {
    parts: all.flatMap(({ parts }) => parts),
    settled: (committed) => {
      for (const companion of all) companion.settled(committed);
    },
  };
}
