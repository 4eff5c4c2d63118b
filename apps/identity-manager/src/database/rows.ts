import {
  ApplicationRow,
  AuthzforceDomainRow,
  IotAgentRow,
  PepProxyRow,
  TrustedApplicationRow,
} from '../applications/application.row';
import { AuditLogRow } from '../audit/audit-log.row';
import { KeyrockRowRow } from '../import/keyrock-row.row';
import { SigningKeyRow } from '../oidc/signing-key.row';
import { MembershipRow, OrganizationRow } from '../organizations/organization.row';
import { PermissionRow, RoleAssignmentRow, RolePermissionRow, RoleRow } from '../roles/role.row';
import { AccessTokenRow, ApiTokenRow, AuthorizationCodeRow, RefreshTokenRow } from '../tokens/token.row';
import { ConsentRow } from '../users/consent.row';
import { AccountKeyRow, RememberedDeviceRow, UserRow } from '../users/user.row';
import { WebSessionRow } from '../web/web-session.row';
import { InstanceSettingRow } from './instance-setting.row';

/** Every row class; one class a table. */
export const rows = [
  UserRow,
  AccountKeyRow,
  RememberedDeviceRow,
  ConsentRow,
  OrganizationRow,
  MembershipRow,
  ApplicationRow,
  TrustedApplicationRow,
  PepProxyRow,
  IotAgentRow,
  AuthzforceDomainRow,
  RoleRow,
  PermissionRow,
  RolePermissionRow,
  RoleAssignmentRow,
  ApiTokenRow,
  AuthorizationCodeRow,
  AccessTokenRow,
  RefreshTokenRow,
  SigningKeyRow,
  WebSessionRow,
  AuditLogRow,
  InstanceSettingRow,
  KeyrockRowRow,
] as const;
