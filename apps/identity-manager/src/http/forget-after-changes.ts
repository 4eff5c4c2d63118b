import type { Response } from 'express';
import type { Caches } from '../service/timed-cache';

/**
 * This process forgets what it remembers before the client has the answer: who gave a role sees it in the next request.
 */
export function forgetAfterChanges(response: Response, caches: Caches): void {
  const end = response.end.bind(response) as (...args: unknown[]) => Response;
  response.end = ((...args: unknown[]) => {
    caches.clear();
    return end(...args);
  }) as typeof response.end;
}
