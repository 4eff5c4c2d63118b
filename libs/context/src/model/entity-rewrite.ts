import type { UpdateFault } from '../faults';
import type { Entity } from './entity';
import type { EntityChange } from './entity-update';

/** Parts of an entity that a rewrite states; the rest (dates, location, correlator) follows from them. */
export interface EntityDraft extends Pick<
  Entity,
  'id' | 'type' | 'furtherTypes' | 'servicePath' | 'scopes' | 'attrs'
> {
  /** Text of the DateTime at which the entity ends; absent: it stays for ever. */
  readonly expiresAt?: string;
}

/**
 * Result that a rewrite makes of an entity.
 * - `write`: the entity becomes `after`; `requested` names the attributes that the request names, in its order
 * - `leave`: nothing is written
 * - `fault`: nothing is written, and the fault is handed to the caller as it is
 */
export type Rewriting<F> =
  | { readonly kind: 'write'; readonly after: EntityDraft; readonly requested: readonly string[] }
  | { readonly kind: 'delete' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'fault'; readonly fault: F };

/** A change of the one entity of an id, whatever its type and service path. */
export interface EntityRewrite<F> {
  readonly id: string;
  /** Chooses among several entities of this id (NGSIv2 allows them) the oldest for which this holds; absent: the oldest. */
  readonly isMeant?: (entity: Entity) => boolean;
  /** Root of `Fiware-Correlator`, stored as `lastCorrelator`. */
  readonly correlator?: string;
  /**
   * A pure function of the newest state; it runs again where somebody else writes meanwhile.
   *
   * @param nowSeconds  seconds since the epoch, the same for all rewrites of one list: the date of what is written
   */
  readonly rewrite: (before: Entity | undefined, nowSeconds: number) => Rewriting<F>;
}

/**
 * Outcome of one {@link EntityRewrite}. Nothing was written but with `done`.
 * - `alreadyExists`: another entity of this id has the type and service path that it would get
 * - `failed`: the database has a word against it
 */
export type RewriteResult<F> =
  | { readonly kind: 'done'; readonly change: EntityChange }
  | { readonly kind: 'left' }
  | { readonly kind: 'fault'; readonly fault: F }
  | { readonly kind: 'alreadyExists' }
  | { readonly kind: 'failed'; readonly error: UpdateFault };
