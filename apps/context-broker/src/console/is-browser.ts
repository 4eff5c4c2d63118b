import type { NgsiRequest } from '../http/ngsi-request';

/** Clients of the interface ask for JSON, or for anything; a person's browser names HTML. */
export const isBrowser = (request: NgsiRequest): boolean =>
  /\btext\/html\b/.test(request.header('accept') ?? '');
