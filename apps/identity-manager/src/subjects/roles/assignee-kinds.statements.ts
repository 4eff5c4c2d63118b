import { OrganizationRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';

const a = names(RoleAssignmentRow, 'a');
const u = names(UserRow, 'u');
const o = names(OrganizationRow, 'o');

/** Users and organizations in one way: the table, its columns, and what an assignment names them by. */
export const ASSIGNEE_KINDS = {
  users: { table: u.table, named: { id: u.id, name: u.username, image: u.image }, assignee: a.userId },
  organizations: {
    table: o.table,
    named: { id: o.id, name: o.name, image: o.image },
    assignee: a.organizationId,
  },
} as const;
