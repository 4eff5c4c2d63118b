import type { ApplicationRow } from '../database/entities/application.row';
import type { OrganizationRow } from '../database/entities/organization.row';
import { RolePermissionRow } from '../database/entities/role.row';
import type { UserRow } from '../database/entities/user.row';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addRole,
  addUser,
} from '../database/test-rows';
import { Forbidden, NotFound } from '../faults/faults';
import { openTestContext, type TestContext } from '../test-context';
import { AccessModule } from './access.module';
import { AccessRules } from './access-rules.service';
import type { ApiRequest } from './api-request';
import type { Rule } from './rule';

let context: TestContext;
let application: ApplicationRow;
let organization: OrganizationRow;
let users: Readonly<Record<string, UserRow>>;
const open = async (env: NodeJS.ProcessEnv = {}) => {
  context = await openTestContext([AccessModule], env);
  application = await addApplication(context);
  organization = await addOrganization(context);
  users = {
    provider: await addUser(context),
    purchaser: await addUser(context),
    roleless: await addUser(context),
    owner: await addUser(context),
    member: await addUser(context),
    admin: await addUser(context, { admin: true }),
  };
  const idOf = (name: string) => users[name]?.id ?? '';
  await addAssignment(context, application.id, 'provider', { userId: idOf('provider') });
  await addAssignment(context, application.id, 'purchaser', { userId: idOf('purchaser') });
  await addMember(context, organization.id, idOf('owner'), 'owner');
  await addMember(context, organization.id, idOf('member'), 'member');
};
afterEach(() => context.close());

const ask = (caller: UserRow, rule: Rule, params: Record<string, string>): Promise<ApiRequest> => {
  const request = { params, method: 'GET', path: '/x', ip: '192.0.2.1' } as unknown as ApiRequest;
  return context
    .get(AccessRules)
    .authorize(request, caller, rule)
    .then(() => request);
};

/** Names of those whom the rule lets pass. */
async function passing(rule: Rule, params: () => Record<string, string>): Promise<string[]> {
  const names: string[] = [];
  for (const [name, user] of Object.entries(users)) {
    const outcome = await ask(user, rule, params()).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Forbidden);
    else names.push(name);
  }
  return names;
}

const inApplication = () => ({ applicationId: application.id });
const inOrganization = () => ({ organizationId: organization.id });
const everybody = ['provider', 'purchaser', 'roleless', 'owner', 'member', 'admin'];

describe('A rule', () => {
  it.each<[string, Rule, () => Record<string, string>, string[]]>([
    ['any user', { kind: 'any-user' }, () => ({}), everybody],
    ['whoever may create', { kind: 'creator' }, () => ({}), everybody],
    ['administrators', { kind: 'admin' }, () => ({}), ['admin']],
    [
      'oneself',
      { kind: 'self-or-admin' },
      () => ({ userId: users['member']?.id ?? '' }),
      ['member', 'admin'],
    ],
    ['owners of the organization', { kind: 'organization-owner' }, inOrganization, ['owner']],
    ['any role', { kind: 'any-role' }, inApplication, ['provider', 'purchaser']],
    ['who manages', { kind: 'permission', anyOf: ['2'] }, inApplication, ['provider']],
    ['who assigns', { kind: 'permission', anyOf: ['1', '5'] }, inApplication, ['provider', 'purchaser']],
    ['a permission without an application', { kind: 'permission', anyOf: ['2'] }, () => ({}), []],
    ['a role without an application', { kind: 'any-role' }, () => ({}), []],
    ['an owner without an organization', { kind: 'organization-owner' }, () => ({}), []],
    ['PEP proxies', { kind: 'pep-proxy' }, () => ({}), []],
  ])('for %s lets pass whom it names', async (_name, rule, params, names) => {
    await open();
    expect(await passing(rule, params)).toEqual(names);
  });

  it('for creators lets only administrators pass where the settings say so', async () => {
    await open({ IDM_CREATE_APPLICATIONS_ADMIN_ONLY: 'true' });
    expect(await passing({ kind: 'creator' }, () => ({}))).toEqual(['admin']);
  });

  it('lets administrators pass everywhere where these manage everything', async () => {
    await open({ IDM_ADMIN_FULL: 'true' });
    expect(await passing({ kind: 'permission', anyOf: ['2'] }, inApplication)).toEqual(['provider', 'admin']);
    expect(await passing({ kind: 'organization-owner' }, inOrganization)).toEqual(['owner', 'admin']);
  });

  it('notes in the audit log whom it refused', async () => {
    await open();
    const refused = ask(users['member']!, { kind: 'admin' }, {});
    await expect(refused).rejects.toEqual(new Forbidden('notAuthorized'));
    expect(await context.audited()).toEqual([['access.refuse', 'GET /x']]);
  });
});

describe('What a path names', () => {
  const rule: Rule = { kind: 'permission', anyOf: ['3'] };
  beforeEach(() => open());
  const asked = (params: Record<string, string>) => ask(users['provider']!, rule, params);

  it('is loaded for the handler', async () => {
    const role = await addRole(context, application.id);
    const { objects, owned } = await asked({ ...inApplication(), roleId: role.id });
    expect(objects).toEqual({ application, role });
    expect(owned?.permissions.has('3')).toBe(true);
    const internal = await asked({ ...inApplication(), roleId: 'provider', permissionId: '2' });
    expect(internal.objects).toMatchObject({ role: { id: 'provider' }, permission: { id: '2' } });
  });

  it.each([
    [{ applicationId: 'none' }, 'application'],
    [{ applicationId: 'x'.repeat(129) }, 'application'],
    [{ applicationId: 'a\0b' }, 'application'],
    [{ userId: 'none' }, 'user'],
    [{ organizationId: 'none' }, 'organization'],
    [{ organizationRole: 'boss' }, 'organizationRole'],
  ] as const)('is not there: %j', async (params, what) => {
    await expect(asked(params)).rejects.toEqual(new NotFound(what));
  });

  it('belongs to the application of the path', async () => {
    const strange = await addRole(context, (await addApplication(context)).id);
    await expect(asked({ ...inApplication(), roleId: strange.id })).rejects.toEqual(new NotFound('role'));
    await context.rows.insert(RolePermissionRow, { roleId: strange.id, permissionId: '3' });
    await expect(asked({ ...inApplication(), permissionId: strange.id })).rejects.toEqual(
      new NotFound('permission'),
    );
  });

  it('is hidden from those without a right before anything else of it is told', async () => {
    const params = { ...inApplication(), roleId: 'none' };
    await expect(ask(users['roleless']!, rule, params)).rejects.toEqual(new Forbidden('notPermitted'));
  });

  it('is never the internal application', async () => {
    await expect(asked({ applicationId: 'idm_admin_app' })).rejects.toEqual(new Forbidden('internal'));
  });
});
