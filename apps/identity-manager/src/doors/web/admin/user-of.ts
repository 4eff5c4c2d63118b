import type { ApiRequest } from '../../../access/api-request';
import { badRequest } from '../../../http/api-errors';
import type { UserRow } from '../../../database/entities/user.row';

/** The user whom the path names; the guard has loaded them. */
export function userOf({ objects }: ApiRequest): UserRow {
  if (!objects?.user) throw badRequest('no user');
  return objects.user;
}
