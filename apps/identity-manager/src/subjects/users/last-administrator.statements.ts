import type { Step } from '../../database/dialect';
import { ApplicationRow } from '../../database/entities/application.row';
import { INTERNAL_APPLICATION_ID } from '../../database/entities/internal-application';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';
import { lockWhere } from '../../database/statements';

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
 * administrators who leave at once go one after the other; that of the service itself is always there.
 *
 * @see Sql.atomically, which answers false then
 */
export const keepingAnAdministrator = (...changes: readonly Step[]): readonly Step[] => [
  lock(INTERNAL_APPLICATION_ID),
  ...changes,
  { ...lockWhileSomebodyAdministrates(INTERNAL_APPLICATION_ID), expect: 1 },
];
