import type { ApiRequest } from '../../api/api-request';
import { badRequest } from '../../http/api-errors';
import type { UserRow } from '../../users/user.row';

/** The user whom the path names; the guard has loaded them. */
export function userOf({ objects }: ApiRequest): UserRow {
  if (!objects?.user) throw badRequest('no user');
  return objects.user;
}
