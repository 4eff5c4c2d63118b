import {
  ApplicationRow,
  AuthzforceDomainRow,
  IotAgentRow,
  PepProxyRow,
  TrustedApplicationRow,
} from './application.row';
import { AuditLogRow } from './audit-log.row';
import { KeyrockRowRow } from './keyrock-row.row';
import { SigningKeyRow } from './signing-key.row';
import { MembershipRow, OrganizationRow } from './organization.row';
import { PermissionRow, RoleAssignmentRow, RolePermissionRow, RoleRow } from './role.row';
import { AccessTokenRow, ApiTokenRow, AuthorizationCodeRow, RefreshTokenRow } from './token.row';
import { ConsentRow } from './consent.row';
import { LogoutNoticeRow, OpenIdGrantRow } from './openid.row';
import { AccountKeyRow, RememberedDeviceRow, UserRow } from './user.row';
import { WebSessionRow } from './web-session.row';
import { InstanceSettingRow } from './instance-setting.row';
import { ImageRow } from './image.row';
import { DecisionCountRow } from './decision-count.row';

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
  OpenIdGrantRow,
  LogoutNoticeRow,
  SigningKeyRow,
  WebSessionRow,
  AuditLogRow,
  InstanceSettingRow,
  KeyrockRowRow,
  ImageRow,
  DecisionCountRow,
] as const;
