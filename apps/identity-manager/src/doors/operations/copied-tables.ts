import { ApplicationRow, IotAgentRow, PepProxyRow } from '../../database/entities/application.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import { PermissionRow, RoleRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import { allTables, tableFor, type Table } from '../../database/tables';

/** Tables that others refer to, each after those that it refers to itself. */
const referred = [
  UserRow,
  OrganizationRow,
  ApplicationRow,
  RoleRow,
  PermissionRow,
  PepProxyRow,
  IotAgentRow,
].map(tableFor);

/** Every table with data, those that others refer to first. */
export const copiedTables: readonly Table[] = [
  ...referred,
  ...allTables.filter((table) => !referred.includes(table)),
];
