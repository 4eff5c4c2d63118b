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
import { may } from './internal-permission';
import { OwnedPermissionsService } from './owned-permissions.service';
import { RolesModule } from './roles.module';

const everything = new Set<string>(Object.values(may));

describe.each([false, true])(
  'What somebody may do with an application, where administrators manage everything: %j',
  (full) => {
    let context: TestContext;
    let owned: OwnedPermissionsService;
    beforeAll(async () => {
      context = await openTestContext([RolesModule], { IDM_ADMIN_FULL: String(full) });
      owned = context.get(OwnedPermissionsService);
    });
    afterAll(() => context.close());

    it.each([
      ['nobody there', [], new Set()],
      ['a purchaser', ['purchaser'], new Set(['5'])],
      ['an owner', ['provider'], everything],
      ['both', ['provider', 'purchaser'], everything],
    ])('is that of %s, administrator or not', async (_who, roleIds, permissions) => {
      const { id: applicationId } = await addApplication(context);
      for (const admin of [false, true]) {
        const user = await addUser(context, { admin });
        for (const roleId of roleIds)
          await addAssignment(context, applicationId, roleId, { userId: user.id });
        expect(await owned.of(user, applicationId)).toEqual({
          permissions: admin && full ? everything : permissions,
          roleIds: new Set(roleIds),
        });
      }
    });

    it('comes with roles of organizations, on the side that has them', async () => {
      const { id: applicationId } = await addApplication(context);
      const { id: organizationId } = await addOrganization(context);
      const [boss, clerk] = [await addUser(context), await addUser(context)];
      await addMember(context, organizationId, boss.id, 'owner');
      await addMember(context, organizationId, clerk.id, 'member');
      await addAssignment(context, applicationId, 'provider', { organizationId, roleOrganization: 'owner' });
      await addAssignment(context, applicationId, 'purchaser', {
        organizationId,
        roleOrganization: 'member',
      });
      expect(await owned.of(boss, applicationId)).toEqual({
        permissions: everything,
        roleIds: new Set(['provider']),
      });
      expect(await owned.of(clerk, applicationId)).toEqual({
        permissions: new Set(['5']),
        roleIds: new Set(['purchaser']),
      });
    });

    it('is nothing in other applications, nor in the place of another', async () => {
      const [{ id: applicationId }, other] = [await addApplication(context), await addApplication(context)];
      const user = await addUser(context);
      await addAssignment(context, applicationId, 'provider', { userId: user.id });
      for (const id of [other.id, '%', `' OR '1'='1`])
        expect(await owned.of(user, id)).toEqual({ permissions: new Set(), roleIds: new Set() });
      expect((await owned.of({ id: '%', admin: false }, applicationId)).roleIds.size).toBe(0);
    });

    it('follows at once what a role permits: nothing is remembered', async () => {
      const { id: applicationId } = await addApplication(context);
      const user = await addUser(context);
      const role = await addRole(context, applicationId);
      const plain = await addPermission(context, applicationId);
      await addAssignment(context, applicationId, role.id, { userId: user.id });
      expect(await owned.of(user, applicationId)).toEqual({
        permissions: new Set(),
        roleIds: new Set([role.id]),
      });
      for (const permissionId of ['2', plain.id])
        await context.rows.insert(RolePermissionRow, { roleId: role.id, permissionId });
      expect((await owned.of(user, applicationId)).permissions).toEqual(new Set(['2', plain.id]));
      await context.rows.delete(RolePermissionRow, { roleId: role.id, permissionId: '2' });
      expect((await owned.of(user, applicationId)).permissions).toEqual(new Set([plain.id]));
    });
  },
);
