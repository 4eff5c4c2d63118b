import { ListRequest, type ListShape } from '@smart-city/lists';
import type { ApiRequest } from '../../../access/api-request';
import type { RoleRow } from '../../../database/entities/role.row';
import { Conflict } from '../../../faults/faults';
import { problemOf } from '../../../pages/form-problems';
import type { Visit } from '../../../pages/visit';
import { applicationOf } from './application-frame';

const shape: ListShape<'name', never, 'role'> = { sorts: ['name'], usual: 'name', texts: ['role'] };

/** The list of who has roles as an address asks for it, and the roles that count: the one asked for, or all. */
export function assignmentListOf(visit: Visit, roles: readonly RoleRow[]) {
  const request = new ListRequest(shape, (name) => visit.query(name));
  const only = roles.filter(({ id }) => id === request.value('role'));
  return { request, counted: only.length > 0 ? only : roles };
}

/** Where those with roles are listed. @param kind  `users` or `organizations` */
export const assignmentPathOf = (request: ApiRequest, kind: string): string =>
  `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/edit/${kind}`;

/** Does it and goes back to the list, which says so, or that the last owner stays. */
export async function savingAssignments(
  visit: Visit,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return visit.go(path, problemOf(error.rule));
  }
  visit.go(path, 'flash.saved');
}
