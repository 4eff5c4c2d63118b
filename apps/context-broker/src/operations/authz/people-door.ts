import type { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';

/** Lets people in who have signed in and whose browsers send no token: to pages, nothing else. */
export interface PeopleDoor {
  /** Whether a request needs no token: what signing in takes, and what people see first. */
  opens(request: NgsiRequest): boolean;

  /**
   * A request has no token in its headers.
   *
   * @returns `in`: the token of the person is set; an answer to be sent instead; undefined: none of the door's business
   */
  admit(request: NgsiRequest): Answer | 'in' | undefined;

  /** A request that was let in may not do this, or its token is worth nothing (any more). @returns undefined for a request of others */
  refused(request: NgsiRequest, why: 'deny' | 'unauthenticated'): Answer | undefined;
}

/** Injection token of a {@link PeopleDoor}; optional. */
export const PEOPLE_DOOR = 'context-broker.people-door';
