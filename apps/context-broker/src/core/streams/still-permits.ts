import type { NgsiRequest } from '../../http/ngsi-request';

/** Whether a request that was let through, and goes on as a stream of events, would be let through now. */
export type StillPermits = (request: NgsiRequest) => Promise<boolean>;

/** Injection token of a {@link StillPermits}; undefined is injected where nobody has to be permitted anything. */
export const STILL_PERMITS = 'context-broker.still-permits';
