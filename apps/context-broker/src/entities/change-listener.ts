import type { EntityChange } from '@smart-city/ngsi';
import type { RequestContext } from './request-context';

/** Told of what updates changed, after it is stored. Called by `EntityUpdatesService`, the one door for writes. */
export interface ChangeListener {
  /**
   * Takes the changes of one request, in order. Must not throw and must not wait: the client's answer does not depend on it.
   * Changes that a notification loop caused are left out already (spec section 5.7).
   *
   * @returns a promise only when something has to be durable before the request is answered (the outbox of
   *   notifications); it never rejects
   */
  onChanges(changes: readonly EntityChange[], request: RequestContext): void | Promise<void>;

  /** Resolves when the request may be answered under flow control (spec section 5.5). Called for `options=flowControl` only. */
  settle?(request: RequestContext): Promise<void>;
}

/** Injection token of a list of {@link ChangeListener}; optional. */
export const CHANGE_LISTENERS = Symbol('ChangeListeners');
