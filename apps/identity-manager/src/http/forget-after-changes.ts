import type { Request, Response } from 'express';
import type { Caches } from '../service/timed-cache';

/** Requests that leave rights as they are, or say themselves what they changed. */
const leavesRights = /^(\/idm\/applications\/[^/]+)?\/oauth2\/|^\/v[13]\/auth\/tokens|^\/user\/?$|^\/pdp\//;

/**
 * After any other changing request this process forgets what it remembers, before the client has the answer: who gave
 * a role sees it in the next request.
 */
export function forgetAfterChanges(request: Request, response: Response, caches: Caches): void {
  if (leavesRights.test(request.path)) return;
  const end = response.end.bind(response) as (...args: unknown[]) => Response;
  response.end = ((...args: unknown[]) => {
    caches.clear();
    return end(...args);
  }) as typeof response.end;
}
