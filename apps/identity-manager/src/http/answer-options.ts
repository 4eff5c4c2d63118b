import type { Request, Response } from 'express';
import type { RouteTable } from './route-table';

/**
 * Answers OPTIONS as Express does by itself where nothing else answers: `Allow`, and the same as text (RFC 9110 section
 * 9.3.7; docs/behaviour/identity-manager.md#paths-and-methods). Says the same to everybody, since the paths are public knowledge.
 *
 * @returns false for a path that there is not
 */
export function answerOptions(
  routes: Pick<RouteTable, 'methodsOf'>,
  { path }: Pick<Request, 'path'>,
  response: Response,
): boolean {
  const allowed = routes.methodsOf(path).join(', ');
  if (allowed === '') return false;
  response.set('Allow', allowed).type('text').send(allowed);
  return true;
}
