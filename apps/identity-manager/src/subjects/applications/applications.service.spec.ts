import { ApplicationRow } from '../../database/entities/application.row';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import type { UserRow } from '../../database/entities/user.row';
import { addApplication, addAssignment, addMember, addOrganization, addUser } from '../../database/test-rows';
import { Conflict } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { ApplicationList } from './application-list.service';
import { ApplicationSecrets } from './application-secrets.service';
import { ApplicationsModule } from './applications.module';
import { ApplicationsService } from './applications.service';
import { ClientsService } from './clients.service';
import { MyApplications } from './my-applications.service';

let context: TestContext;
let applications: ApplicationsService;
let secrets: ApplicationSecrets;
let ana: UserRow;
let actor: Actor;
const open = async (env: NodeJS.ProcessEnv = {}) => {
  context = await openTestContext([ApplicationsModule], env);
  applications = context.get(ApplicationsService);
  secrets = context.get(ApplicationSecrets);
  ana = await addUser(context, { username: 'ana' });
  actor = actorFor(ana);
};
afterEach(() => context.close());

const sent = { name: 'parking', redirect_uri: ['https://a.example/back'] };
const stored = (id: string) => context.rows.findOneByOrFail(ApplicationRow, { id });
const ownersOf = (applicationId: string) =>
  context.rows.findBy(RoleAssignmentRow, { applicationId, roleId: 'provider' });

describe('Applications', () => {
  beforeEach(() => open());

  it('belong to whoever registers them', async () => {
    const application = await applications.create(actor, sent);
    expect(await stored(application.id)).toEqual(application);
    expect(await ownersOf(application.id)).toMatchObject([{ userId: ana.id, organizationId: null }]);
    expect(await context.audited()).toEqual([['application.create', application.id]]);
    const { secret, jwtSecret } = secrets.of(application);
    expect(secret).toMatch(/^[0-9a-f-]{36}$/);
    expect(jwtSecret).toBeNull();
    expect(application.secretEncrypted).not.toContain(secret);
  });

  it('may belong to the owners of an organization', async () => {
    const organization = await addOrganization(context);
    const owner = { organizationId: organization.id, roleOrganization: 'owner' as const };
    const application = await applications.create(actor, sent, owner);
    expect(await ownersOf(application.id)).toMatchObject([{ ...owner, userId: null }]);
  });

  it('are changed, with their JWT secret at once, and remembered no longer', async () => {
    const before = await applications.create(actor, sent);
    const clients = context.get(ClientsService);
    expect((await clients.find(before.id))?.name).toBe('parking');
    const after = await applications.change(actor, before, { name: 'bikes', token_types: ['jwt'] });
    expect(await stored(before.id)).toEqual(after);
    expect(after).toEqual({
      ...before,
      name: 'bikes',
      tokenTypes: 'jwt,bearer',
      jwtSecretEncrypted: expect.any(String),
    });
    expect(secrets.of(after).jwtSecret).toMatch(/^[0-9a-f]{64}$/);
    expect((await clients.find(before.id))?.name).toBe('bikes');
    expect(await applications.change(actor, after, {})).toBe(after);
    expect(await context.audited()).toEqual([
      ['application.create', before.id],
      ['application.update', before.id],
    ]);
  });

  it('keep the JWT secret that was made while another change was on its way', async () => {
    const before = await applications.create(actor, { ...sent, token_types: ['jwt'] });
    const jwtSecret = await secrets.resetJwt(actor, before);
    await applications.change(actor, before, { name: 'bikes' });
    const after = await stored(before.id);
    expect(after.name).toBe('bikes');
    expect(secrets.of(after).jwtSecret).toBe(jwtSecret);
  });

  it('get new secrets; that somebody reads them is in the audit log', async () => {
    const before = await applications.create(actor, sent);
    const secret = await secrets.rotate(actor, before);
    const jwtSecret = await secrets.resetJwt(actor, before);
    const after = await stored(before.id);
    expect(secrets.read(actor, after)).toEqual({ secret, jwtSecret });
    expect(secrets.readList(actor, [before, after])).toEqual(new Map([[before.id, jwtSecret]]));
    expect((await context.audited()).slice(1)).toEqual([
      ['application.secret.rotate', before.id],
      ['application.jwt-secret.reset', before.id],
      ['application.secret.read', before.id],
      ['application.secret.read', 'list'],
    ]);
  });

  it('are deleted with all that hangs on them', async () => {
    const application = await applications.create(actor, sent);
    await applications.delete(actor, application);
    expect(await applications.find(application.id)).toBeNull();
    expect(await ownersOf(application.id)).toEqual([]);
    expect(await context.get(ClientsService).find(application.id)).toBeUndefined();
  });

  it('may share an address', async () => {
    const url = 'https://a.example';
    await applications.create(actor, { ...sent, url });
    await applications.create(actor, { ...sent, url });
  });
});

describe('Applications where addresses are unique', () => {
  it('have one of their own', async () => {
    await open({ IDM_OAUTH_UNIQUE_URL: 'true' });
    const [url, other] = ['https://a.example', 'https://b.example'];
    const taken = new Conflict('url', 'taken');
    const first = await applications.create(actor, { ...sent, url });
    await expect(applications.create(actor, { ...sent, url })).rejects.toEqual(taken);
    const second = await applications.create(actor, { ...sent, url: other });
    await expect(applications.change(actor, second, { url })).rejects.toEqual(taken);
    expect(await applications.change(actor, first, { url, name: 'x' })).toMatchObject({ url, name: 'x' });
  });
});

describe('The applications of a user', () => {
  it('are those with a role, and how the user stands to them', async () => {
    await open();
    const [own, through, strange] = [
      await addApplication(context, { name: 'own', createdAt: 1 }),
      await addApplication(context, { name: 'through', createdAt: 2 }),
      await addApplication(context, { name: 'strange', createdAt: 3 }),
    ];
    const organization = await addOrganization(context);
    await addMember(context, organization.id, ana.id, 'member');
    await addAssignment(context, own.id, 'provider', { userId: ana.id });
    const given = { organizationId: organization.id, roleOrganization: 'member' as const };
    await addAssignment(context, through.id, 'purchaser', given);
    const listed = await context.get(ApplicationList).of(ana, { limit: undefined, offset: 0 });
    expect(listed.map(({ application: { name }, isManaged }) => [name, isManaged])).toEqual([
      ['own', true],
      ['through', false],
    ]);
    const second = await context.get(ApplicationList).of(ana, { limit: 1, offset: 1 });
    expect(second).toEqual([listed[1]]);
    expect(await context.get(ApplicationList).of(ana, { limit: undefined, offset: 2 })).toEqual([]);
    const mine = await context.get(MyApplications).withRoles(ana);
    expect(mine.map(({ name, roles }) => [name, roles.map(({ id }) => id)])).toEqual([
      ['own', ['provider']],
      ['through', ['purchaser']],
    ]);
    expect(await context.get(MyApplications).rolesIn(strange.id, ana)).toEqual([]);
  });

  it('of an organization are shown to both its sides, with rights for one', async () => {
    await open();
    const application = await addApplication(context);
    const [organization, boss] = [await addOrganization(context), await addUser(context)];
    await addMember(context, organization.id, ana.id, 'member');
    await addMember(context, organization.id, boss.id, 'owner');
    await addAssignment(context, application.id, 'provider', {
      ...{ organizationId: organization.id, roleOrganization: 'owner' },
    });
    // Named by id, or asked of all: the same.
    for (const limit of [1, 500, 501, undefined]) {
      const managedBy = async (user: UserRow) =>
        (await context.get(ApplicationList).of(user, { limit, offset: 0 })).map((one) => one.isManaged);
      expect([await managedBy(boss), await managedBy(ana)]).toEqual([[true], [false]]);
    }
  });

  it('are all for administrators who manage everything', async () => {
    await open({ IDM_ADMIN_FULL: 'true' });
    const application = await addApplication(context);
    const admin = await addUser(context, { admin: true });
    const listed = await context.get(ApplicationList).of(admin, { limit: undefined, offset: 0 });
    expect(listed).toMatchObject([{ application: { id: application.id }, isManaged: true }]);
  });
});
