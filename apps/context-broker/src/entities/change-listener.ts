import type { EntityChange } from '@smart-city/ngsi';
import type { RequestContext } from '../context/request-context';

/** Told of what updates changed, after it is stored. Called by `EntityUpdatesService`, the one door for writes. */
export interface ChangeListener {
  /**
   * Takes the changes of one request, in order, and looks at them after the request is answered. Must not throw.
   * Changes that a notification loop caused are left out already.
   *
   * @returns a promise only when the answer has to wait: for something that has to be durable (the outbox of
   *   notifications), or because too much was brought already; it never rejects
   */
  onChanges(changes: readonly EntityChange[], request: RequestContext): void | Promise<void>;

  /** Resolves when the request may be answered under flow control. Called for `options=flowControl` only. */
  settle?(request: RequestContext): Promise<void>;
}

/** Injection token of a list of {@link ChangeListener}; optional. */
export const CHANGE_LISTENERS = Symbol('ChangeListeners');
