import { RolePermissionRow } from '../../database/entities/role.row';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addPermission,
  addRole,
  addUser,
} from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { AccessService } from './access.service';
import { DecisionsModule } from './decisions.module';
import { UserFactsService } from './user-facts.service';

describe('Access of a user', () => {
  let context: TestContext;
  let access: AccessService;
  let applicationId: string;
  let userId: string;
  beforeEach(async () => {
    context = await openTestContext([DecisionsModule]);
    access = context.get(AccessService);
    applicationId = (await addApplication(context)).id;
    userId = (await addUser(context)).id;
  });
  afterEach(() => context.close());

  const permit = (roleId: string, permissionId: string) =>
    context.rows.insert(RolePermissionRow, { roleId, permissionId });

  it('is by own roles and those of organizations, for what the user is in them', async () => {
    const [own, owners, members] = await Promise.all(
      ['own', 'owners', 'members'].map((name) => addRole(context, applicationId, { name })),
    );
    const organization = await addOrganization(context);
    await addMember(context, organization.id, userId, 'owner');
    await addAssignment(context, applicationId, own!.id, { userId });
    const through = { organizationId: organization.id };
    await addAssignment(context, applicationId, owners!.id, { ...through, roleOrganization: 'owner' });
    await addAssignment(context, applicationId, members!.id, { ...through, roleOrganization: 'member' });
    expect(await access.accessOf(userId, applicationId)).toMatchObject({
      roles: [{ id: own!.id, name: 'own' }],
      organizations: [{ id: organization.id, roles: [{ name: 'owners' }] }],
    });
  });

  it('leaves out roles of the service itself, and those of other applications', async () => {
    const other = await addApplication(context);
    await addAssignment(context, applicationId, 'provider', { userId });
    await addAssignment(context, other.id, (await addRole(context, other.id)).id, { userId });
    expect(await access.accessOf(userId, applicationId)).toEqual({
      roles: [],
      organizations: [],
      permissions: [],
    });
  });

  it('has each permission once, however many roles give it', async () => {
    const roles = await Promise.all(['a', 'b', 'c'].map((name) => addRole(context, applicationId, { name })));
    const permission = await addPermission(context, applicationId);
    for (const { id } of roles) {
      await permit(id, permission.id);
      await addAssignment(context, applicationId, id, { userId });
    }
    const { permissions } = await access.accessOf(userId, applicationId);
    expect(permissions.map(({ rule }) => rule.id)).toEqual([permission.id]);
  });

  it('takes ids that are no roles of the application for none', async () => {
    const role = await addRole(context, applicationId);
    const permission = await addPermission(context, applicationId);
    await permit(role.id, permission.id);
    const other = await addApplication(context);
    const of = async (id: string, roleIds: readonly string[]) =>
      (await access.permissionsOf(id, roleIds)).map(({ rule }) => rule.id);
    expect(await of(applicationId, ['x', role.id, 'y'])).toEqual([permission.id]);
    expect(await of(other.id, [role.id])).toEqual([]);
    expect(await of(applicationId, [])).toEqual([]);
  });

  it('shows of a user what the consent shares, and nobody who is not there', async () => {
    const facts = context.get(UserFactsService);
    const found = await facts.find(userId, applicationId);
    expect(found).toMatchObject({ enabled: true, facts: { id: userId, imageUrl: '' } });
    expect([...found!.facts.shared].sort()).toEqual(['email', 'username']);
    expect(await facts.find('nobody', applicationId)).toBeUndefined();
  });
});
