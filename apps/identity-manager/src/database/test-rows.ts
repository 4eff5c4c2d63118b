import { randomUUID } from 'node:crypto';
import { ApplicationRow, KEYROCK_APPLICATION } from './entities/application.row';
import { MembershipRow, OrganizationRow, type OrganizationRole } from './entities/organization.row';
import { PermissionRow, RoleAssignmentRow, RoleRow } from './entities/role.row';
import { UserRow } from './entities/user.row';
import type { DataSource } from 'typeorm';
import { loginNameOf } from './login-name';

interface Place {
  readonly dataSource: DataSource;
}

/* Rows that tests start from; what a test is about is given, the rest is some good value. */

export async function addUser({ dataSource }: Place, given: Partial<UserRow> = {}): Promise<UserRow> {
  const username = given.username ?? `user-${randomUUID()}`;
  const email = given.email ?? `${username}@city.example`;
  const loginName = loginNameOf(username);
  const isHeld = loginName !== null && (await dataSource.manager.existsBy(UserRow, { loginName }));
  const user = dataSource.manager.create(UserRow, {
    id: randomUUID(),
    username,
    email,
    emailLower: email.toLowerCase(),
    // Of users with one username the first signs in by it.
    loginName: given.awaitingActivation || isHeld ? null : loginName,
    description: null,
    website: null,
    image: 'default',
    gravatar: false,
    emailVerified: false,
    updatedAt: 0,
    passwordHash: null,
    datePassword: 0,
    enabled: true,
    awaitingActivation: false,
    admin: false,
    startersTourEnded: false,
    lastSignInAt: 0,
    createdAt: 0,
    ...given,
  });
  await dataSource.manager.insert(UserRow, user as object);
  return dataSource.manager.findOneByOrFail(UserRow, { id: user.id });
}

export async function addApplication(
  { dataSource }: Place,
  given: Partial<ApplicationRow> = {},
): Promise<ApplicationRow> {
  const application = dataSource.manager.create(ApplicationRow, {
    id: randomUUID(),
    name: 'parking',
    description: null,
    secretEncrypted: '',
    jwtSecretEncrypted: null,
    url: null,
    redirectUri: 'https://parking.city.example/back',
    redirectSignOutUri: null,
    image: 'default',
    grantType: 'authorization_code',
    responseType: 'code',
    tokenTypes: 'bearer',
    defaultTokenKind: 'bearer',
    clientType: null,
    scope: null,
    ...KEYROCK_APPLICATION,
    extra: null,
    createdAt: 0,
    ...given,
  });
  await dataSource.manager.insert(ApplicationRow, application as object);
  return application;
}

export async function addOrganization(
  { dataSource }: Place,
  given: Partial<OrganizationRow> = {},
): Promise<OrganizationRow> {
  const organization = dataSource.manager.create(OrganizationRow, {
    id: randomUUID(),
    name: 'water works',
    description: null,
    website: null,
    image: 'default',
    createdAt: 0,
    ...given,
  });
  await dataSource.manager.insert(OrganizationRow, organization);
  return organization;
}

export async function addRole(
  { dataSource }: Place,
  applicationId: string,
  given: Partial<RoleRow> = {},
): Promise<RoleRow> {
  const role = dataSource.manager.create(RoleRow, {
    id: randomUUID(),
    name: 'guard',
    isInternal: false,
    applicationId,
    ...given,
  });
  await dataSource.manager.insert(RoleRow, role);
  return role;
}

export async function addPermission(
  { dataSource }: Place,
  applicationId: string,
  given: Partial<PermissionRow> = {},
): Promise<PermissionRow> {
  const permission: PermissionRow = {
    id: randomUUID(),
    name: 'read',
    description: null,
    isInternal: false,
    action: 'GET',
    resource: '/v2/entities',
    isRegex: false,
    authorizationServiceHeader: null,
    useAuthorizationServiceHeader: false,
    regexEntityIds: null,
    regexAttributes: null,
    regexTypes: null,
    xml: null,
    entities: null,
    applicationId,
    ...given,
  };
  await dataSource.manager.insert(PermissionRow, permission);
  return permission;
}

export async function addAssignment(
  { dataSource }: Place,
  applicationId: string,
  roleId: string,
  assignee: Partial<Pick<RoleAssignmentRow, 'userId' | 'organizationId' | 'roleOrganization'>>,
): Promise<void> {
  await dataSource.manager.insert(RoleAssignmentRow, {
    id: randomUUID(),
    applicationId,
    roleId,
    ...assignee,
  });
}

export async function addMember(
  { dataSource }: Place,
  organizationId: string,
  userId: string,
  role: OrganizationRole = 'member',
): Promise<void> {
  await dataSource.manager.insert(MembershipRow, { organizationId, userId, role });
}
