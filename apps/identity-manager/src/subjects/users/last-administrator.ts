import type { Step } from '../../database/dialect';
import { ApplicationRow } from '../../database/entities/application.row';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';
import { lockWhere } from '../../database/statements';

/** The application that stands for the service itself: a row that is always there. */
const serviceId = 'idm_admin_app';

const user = names(UserRow);

const lock = lockWhere(ApplicationRow, 'name', ({ id }) => `${id} = ?`);

const lockWhileSomebodyAdministrates = lockWhere(
  ApplicationRow,
  'name',
  ({ id }) =>
    `${id} = ? AND EXISTS (SELECT 1 FROM ${user.table} WHERE ${user.admin} = TRUE AND ${user.enabled} = TRUE)`,
);

/**
 * The changes, in a group that fails when no enabled administrator would be left. Touching one row makes two
 * administrators who leave at once go one after the other.
 *
 * @see Sql.atomically, which answers false then
 */
export const keepingAnAdministrator = (...changes: readonly Step[]): readonly Step[] => [
  lock(serviceId),
  ...changes,
  { ...lockWhileSomebodyAdministrates(serviceId), expect: 1 },
];
