import type { EntityChange } from '@smart-city/context';
import type { RequestContext } from '../../context/request-context';
import type { Companion } from '../../storage/commit-companion';

/** Told of what changes, and joined to {@link ChangeListeners}. */
export interface ChangeListener {
  /**
   * Takes the changes of one request, in order, once they are stored, and looks at them after the request is answered.
   * Must not throw. Changes that a notification loop caused are left out already.
   *
   * @returns a promise only when the answer has to wait: for something that has to be durable (the outbox of
   *   notifications), or because too much was brought already; it never rejects
   */
  onChanges(changes: readonly EntityChange[], request: RequestContext): void | Promise<void>;

  /**
   * Takes the changes just before they are stored, instead of {@link onChanges}, and gives what has to be committed with
   * them. Present when that can be: with an outbox, and a store that commits both together.
   */
  readonly accompany?:
    ((changes: readonly EntityChange[], request: RequestContext) => Companion | undefined) | undefined;

  /**
   * Asked when changes that were accompanied are stored: who brings more than those can take that watch what changes, waits.
   *
   * @returns a promise only when the answer has to wait; it never rejects
   */
  room?(tenant: string): Promise<void> | undefined;

  /** Resolves when the request may be answered under flow control. Called for `options=flowControl` only. */
  settle?(request: RequestContext): Promise<void>;
}
