import type { Step } from '../../database/dialect';
import { ApiError } from '../../http/api-errors';

/** The change would leave nobody who can administrate the installation. */
export class LastAdministrator extends ApiError {
  constructor() {
    super(409, 'The last administrator cannot be removed');
  }
}

/** A row that is always there: touching it makes two administrators who leave at once go one after the other. */
const lockRow = "UPDATE applications SET name = name WHERE id = 'idm_admin_app'";

/**
 * The change, in a group that fails when no enabled administrator would be left.
 *
 * @see Sql.atomically, which answers false then
 */
export const keepingAnAdministrator = (change: Step): readonly Step[] => [
  { sql: lockRow, values: [] },
  change,
  {
    sql: `${lockRow} AND EXISTS (SELECT 1 FROM users u WHERE u.admin = TRUE AND u.enabled = TRUE)`,
    values: [],
    expect: 1,
  },
];
