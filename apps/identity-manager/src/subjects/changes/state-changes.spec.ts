import { inspect } from 'node:util';
import type { Type } from '@nestjs/common';
import { IotAgentRow, type ApplicationRow } from '../../database/entities/application.row';
import type { OrganizationRow } from '../../database/entities/organization.row';
import { RolePermissionRow, type PermissionRow, type RoleRow } from '../../database/entities/role.row';
import type { UserRow } from '../../database/entities/user.row';
import { SecretCipher } from '../../database/secret-cipher';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addPermission,
  addRole,
  addUser,
} from '../../database/test-rows';
import { AttemptLimiter } from '../../limits/attempt-limiter';
import { PublicUrl } from '../../service/public-url';
import { Caches } from '../../service/timed-cache';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { ApplicationSecrets } from '../applications/application-secrets.service';
import { ApplicationsRepository } from '../applications/applications.repository';
import { ApplicationsService } from '../applications/applications.service';
import { ClientsService } from '../applications/clients.service';
import { IotAgents } from '../applications/iot-agents.service';
import { TrustedApplicationsRepository } from '../applications/trusted-applications.repository';
import { TrustedApplications } from '../applications/trusted-applications.service';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { ConsentsModule } from '../consents/consents.module';
import { ConsentsService } from '../consents/consents.service';
import { AccessRepository } from '../decisions/access.repository';
import { AccessService } from '../decisions/access.service';
import { UserFactsRepository } from '../decisions/user-facts.repository';
import { UserFactsService } from '../decisions/user-facts.service';
import { ImagesModule } from '../images/images.module';
import { Images } from '../images/images.service';
import { OrganizationMembers } from '../organizations/organization-members.service';
import { OrganizationsModule } from '../organizations/organizations.module';
import { OrganizationsService } from '../organizations/organizations.service';
import { PermissionsService } from '../roles/permissions.service';
import { RoleAssignments } from '../roles/role-assignments.service';
import { RolePermissions } from '../roles/role-permissions.service';
import { RolesModule } from '../roles/roles.module';
import { RolesService } from '../roles/roles.service';
import { AccessTokensService } from '../tokens/access-tokens.service';
import { SigningKeys } from '../keys/signing-keys.service';
import { KeyrockJwts } from '../tokens/keyrock-jwts.service';
import { grantScope, TokenIssuer } from '../tokens/token-issuer';
import { TokensInUse } from '../tokens/tokens-in-use.service';
import { UserAccess } from '../users/user-access.service';
import { TokensModule } from '../tokens/tokens.module';
import { tokenKey, TokensRepository } from '../tokens/tokens.repository';
import type { TokenOwner } from '../tokens/token-owner';
import { PasswordChanges } from '../users/password-changes.service';
import { UsersService } from '../users/users.service';
import { StateChanges } from './state-changes';

/** One transparent pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What one application, one of its users and one of its agents are, as it is remembered. */
interface Side {
  readonly application: ApplicationRow;
  readonly user: UserRow;
  readonly role: RoleRow;
  readonly permission: PermissionRow;
  readonly unheld: PermissionRow;
  readonly organization: OrganizationRow;
  readonly agent: IotAgentRow;
  readonly token: string;
  readonly agentToken: string;
}

interface Readers {
  readonly clients: ClientsService;
  readonly facts: UserFactsService;
  readonly access: AccessService;
  readonly tokens: AccessTokensService;
}

type Read = 'client' | 'trusted' | 'facts' | 'access' | 'token' | 'agentToken';

let context: TestContext;
let actor: Actor;
let mine: Side;
let theirs: Side;

async function addSide(owner: UserRow): Promise<Side> {
  const secretEncrypted = context.get(SecretCipher).encrypt('secret');
  const application = await addApplication(context, { secretEncrypted, url: null });
  await addAssignment(context, application.id, 'provider', { userId: owner.id });
  const user = await addUser(context);
  const organization = await addOrganization(context);
  await addMember(context, organization.id, user.id, 'member');
  await addMember(context, organization.id, owner.id, 'owner');
  const role = await addRole(context, application.id);
  const permission = await addPermission(context, application.id);
  await context.rows.insert(RolePermissionRow, { roleId: role.id, permissionId: permission.id });
  const unheld = await addPermission(context, application.id);
  await addAssignment(context, application.id, role.id, { userId: user.id });
  await addAssignment(context, application.id, role.id, {
    organizationId: organization.id,
    roleOrganization: 'member',
  });
  const { id } = await context.get(IotAgents).create(actor, application);
  const agent = await context.rows.findOneByOrFail(IotAgentRow, { id });
  const client = (await context.get(ClientsService).find(application.id))!;
  const issue = async (tokenOwner: TokenOwner) => {
    const issued = await context.get(TokenIssuer).issue({
      client,
      owner: tokenOwner,
      scope: grantScope([], client),
      grantType: 'password',
      familyId: `family of ${tokenOwner.type} ${application.id}`,
      withRefreshToken: true,
      authTime: Date.now(),
    });
    return issued!.accessToken;
  };
  const token = await issue({ type: 'user', id: user.id });
  const agentToken = await issue({ type: 'iot', id });
  return { application, user, role, permission, unheld, organization, agent, token, agentToken };
}

beforeAll(async () => {
  const modules = [TokensModule, OrganizationsModule, ConsentsModule, ImagesModule, RolesModule];
  context = await openTestContext(modules, { IDM_CACHE_MAX_AGE: '60000' });
  actor = actorFor(await addUser(context, { admin: true }));
});
afterAll(() => context.close());

beforeEach(async () => {
  mine = await addSide(actor.user);
  theirs = await addSide(actor.user);
  for (const { application } of [mine, theirs])
    await context.get(TrustedApplications).add(actor, application, await addApplication(context));
});

const remembering = (): Readers => ({
  clients: context.get(ClientsService),
  facts: context.get(UserFactsService),
  access: context.get(AccessService),
  tokens: context.get(AccessTokensService),
});

/** The same readers on the same database, without a memory. */
function forgetful(): Readers {
  const get = <T>(provider: Type<T>) => context.get(provider);
  const [caches, changes] = [new Caches(0), new StateChanges()];
  const clients = new ClientsService(
    get(ApplicationsRepository),
    get(ApplicationSecrets),
    get(TrustedApplicationsRepository),
    get(AttemptLimiter),
    get(AuditLog),
    context.options,
    caches,
    changes,
  );
  const clock = { now: () => Date.now() };
  return {
    clients,
    facts: new UserFactsService(get(UserFactsRepository), get(PublicUrl), caches, changes),
    access: new AccessService(get(AccessRepository), caches, changes),
    tokens: new AccessTokensService(
      get(TokensRepository),
      clients,
      get(KeyrockJwts),
      get(SigningKeys),
      clock,
      caches,
      changes,
    ),
  };
}

async function read({ clients, facts, access, tokens }: Readers, side: Side): Promise<Record<Read, unknown>> {
  const { application, user } = side;
  return {
    client: await clients.find(application.id),
    trusted: await clients.trustedBy(application.id),
    facts: await facts.find(user.id, application.id),
    access: await access.accessOf(user.id, application.id),
    token: await tokens.find(side.token),
    agentToken: await tokens.find(side.agentToken),
  };
}

/** Rules and keys are compiled, so they are compared by what they show. */
const asText = (value: unknown) => inspect(value, { depth: 10 });

type Verb = (side: Side) => Promise<unknown>;

const verbs: readonly (readonly [name: string, changed: readonly Read[], verb: Verb])[] = [
  ['nothing at all', [], async () => undefined],
  [
    'a changed application',
    ['client'],
    ({ application }) =>
      context.get(ApplicationsService).change(actor, application, { redirect_uri: 'https://new.example' }),
  ],
  [
    'a new secret',
    ['client'],
    ({ application }) => context.get(ApplicationSecrets).rotate(actor, application),
  ],
  [
    'a new JWT secret',
    ['client'],
    ({ application }) => context.get(ApplicationSecrets).resetJwt(actor, application),
  ],
  [
    'a picture of the application',
    ['client'],
    ({ application }) => context.get(Images).set(actor, 'applications', application.id, picture),
  ],
  [
    'a trusted application',
    ['trusted'],
    async ({ application }) =>
      context.get(TrustedApplications).add(actor, application, await addApplication(context)),
  ],
  [
    'one trusted no longer',
    ['trusted'],
    async ({ application }) => {
      const [id] = await context.get(TrustedApplications).idsOf(application);
      await context.get(TrustedApplications).remove(actor, application, { id: id! });
    },
  ],
  [
    'a deleted application',
    ['client', 'trusted', 'facts', 'access', 'token', 'agentToken'],
    ({ application }) => context.get(ApplicationsService).delete(actor, application),
  ],
  [
    'a renamed role',
    ['access'],
    ({ role }) => context.get(RolesService).rename(actor, role, { name: 'renamed' }),
  ],
  ['a deleted role', ['access'], ({ role }) => context.get(RolesService).delete(actor, role)],
  [
    'a changed permission',
    ['access'],
    ({ permission }) => context.get(PermissionsService).change(actor, permission, { resource: '/elsewhere' }),
  ],
  [
    'a deleted permission',
    ['access'],
    ({ permission }) => context.get(PermissionsService).delete(actor, permission),
  ],
  [
    'a permission given to a role',
    ['access'],
    ({ role, unheld }) => context.get(RolePermissions).give(actor, role, unheld),
  ],
  [
    'a permission taken from a role',
    ['access'],
    ({ role, permission }) => context.get(RolePermissions).take(actor, role, permission),
  ],
  [
    'a role given to a user',
    ['access'],
    async ({ application, user }) => {
      const role = await addRole(context, application.id, { name: 'second' });
      await context.get(RoleAssignments).give(actor, application, role, { userId: user.id });
    },
  ],
  [
    'a role taken from a user',
    ['access'],
    ({ application, role, user }) =>
      context.get(RoleAssignments).take(actor, application, role, { userId: user.id }),
  ],
  [
    'a role taken from an organization',
    ['access'],
    ({ application, role, organization: { id: organizationId } }) =>
      context
        .get(RoleAssignments)
        .take(actor, application, role, { organizationId, roleOrganization: 'member' }),
  ],
  [
    'a changed organization',
    ['access'],
    ({ organization }) => context.get(OrganizationsService).change(actor, organization, { name: 'renamed' }),
  ],
  [
    'a deleted organization',
    ['access'],
    ({ organization }) => context.get(OrganizationsService).delete(actor, organization),
  ],
  [
    'a member who becomes owner',
    ['access'],
    ({ organization, user }) => context.get(OrganizationMembers).put(actor, organization, user, 'owner'),
  ],
  [
    'a member who leaves',
    ['access'],
    ({ organization, user }) => context.get(OrganizationMembers).remove(actor, organization, user, 'member'),
  ],
  [
    'a user with another name',
    ['facts'],
    ({ user }) => context.get(UsersService).change(actor, user, { username: 'renamed' }),
  ],
  [
    'a picture of the user',
    ['facts'],
    ({ user }) => context.get(Images).set(actor, 'users', user.id, picture),
  ],
  [
    'a disabled user',
    ['facts', 'token'],
    ({ user }) => context.get(UsersService).setEnabled(actor, user, false),
  ],
  [
    'a deleted user',
    ['facts', 'access', 'token'],
    ({ user }) => context.get(UsersService).delete(actor, user),
  ],
  ['another password', ['token'], ({ user }) => context.get(PasswordChanges).set(user.id, 'new password')],
  [
    'a consent that shares nothing',
    ['facts'],
    ({ user, application }) => context.get(ConsentsService).record(user.id, application.id, []),
  ],
  [
    'a consent taken back',
    ['facts', 'token'],
    ({ user, application }) => context.get(ConsentsService).withdraw(actorFor(user), application.id),
  ],
  [
    'another password of an agent',
    ['agentToken'],
    ({ agent }) => context.get(IotAgents).resetPassword(actor, agent),
  ],
  ['a deleted agent', ['agentToken'], ({ agent }) => context.get(IotAgents).delete(actor, agent)],
  [
    'a revoked token',
    ['token'],
    async ({ token }) => {
      const tokens = context.get(AccessTokensService);
      await tokens.revoke((await tokens.find(token))!);
    },
  ],
  [
    'a revoked grant',
    ['agentToken'],
    ({ application }) => context.get(AccessTokensService).revokeFamily(`family of iot ${application.id}`),
  ],
  [
    'a token ended by the application',
    ['token'],
    ({ application, token }) =>
      context.get(TokensInUse).revoke(actor, { applicationId: application.id }, tokenKey(token)),
  ],
  [
    'the tokens of a user ended by the application',
    ['token'],
    ({ application, user }) => context.get(TokensInUse).revokeOf(actor, user.id, application.id),
  ],
  [
    'the tokens of a user ended by an administrator',
    ['token'],
    ({ user }) => context.get(UserAccess).revokeTokens(actor, user),
  ],
];

describe('What is remembered', () => {
  it.each(verbs)(
    'is true at once after %s, and all else is still remembered',
    async (_name, changed, verb) => {
      const before = await read(remembering(), mine);
      const others = await read(remembering(), theirs);
      await verb(mine);
      const after = await read(remembering(), mine);
      expect(asText(after)).toBe(asText(await read(forgetful(), mine)));
      const different = (Object.keys(before) as Read[]).filter((name) => after[name] !== before[name]);
      expect(different).toEqual(changed);
      const othersNow = await read(remembering(), theirs);
      for (const name of Object.keys(others) as Read[]) expect(othersNow[name]).toBe(others[name]);
    },
  );

  it('is of no interest to those who remember nothing of it', () => {
    const changes = new StateChanges();
    const told: string[] = [];
    changes.on('user', ({ userId }) => told.push(userId));
    changes.tell('organization', { organizationId: 'o' });
    changes.tell('user', { userId: 'u' });
    expect(told).toEqual(['u']);
  });
});
