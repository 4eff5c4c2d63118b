import { RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import { addApplication, addAssignment, addRole, addUser } from '../../database/test-rows';
import { Forbidden } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { RolesModule } from './roles.module';
import { RolesService } from './roles.service';

describe('Roles', () => {
  let context: TestContext;
  let roles: RolesService;
  let actor: Actor;
  let applicationId: string;
  beforeEach(async () => {
    context = await openTestContext([RolesModule]);
    roles = context.get(RolesService);
    actor = actorFor(await addUser(context));
    applicationId = (await addApplication(context)).id;
  });
  afterEach(() => context.close());

  const stored = (id: string) => context.rows.findOneBy(RoleRow, { id });

  it('are made for one application, and the audit log says so', async () => {
    const role = await roles.create(actor, { id: applicationId }, { name: 'guard' });
    expect(await stored(role.id)).toEqual({ id: role.id, name: 'guard', isInternal: false, applicationId });
    expect(await context.audited()).toEqual([['role.create', role.id]]);
  });

  it('are renamed; the same name again is no change', async () => {
    const role = await addRole(context, applicationId, { name: 'guard' });
    expect(await roles.rename(actor, role, { name: 'guard' })).toEqual(role);
    expect(await roles.rename(actor, role, {})).toEqual(role);
    expect(await context.audited()).toEqual([]);
    expect(await roles.rename(actor, role, { name: 'keeper' })).toEqual({ ...role, name: 'keeper' });
    expect(await stored(role.id)).toMatchObject({ name: 'keeper' });
    expect(await context.audited()).toEqual([['role.update', role.id]]);
  });

  it('are deleted with what they permit', async () => {
    const role = await addRole(context, applicationId);
    await roles.delete(actor, role);
    expect(await stored(role.id)).toBeNull();
    expect(await context.audited()).toEqual([['role.delete', role.id]]);
  });

  it('of the service itself stay as they are', async () => {
    const provider = await context.rows.findOneByOrFail(RoleRow, { id: 'provider' });
    await expect(roles.rename(actor, provider, { name: 'x' })).rejects.toEqual(new Forbidden('internal'));
    await expect(roles.delete(actor, provider)).rejects.toEqual(new Forbidden('internal'));
    expect(await context.audited()).toEqual([]);
  });

  it('with internal permissions are deleted only by those who hold these', async () => {
    const role = await addRole(context, applicationId);
    await context.rows.insert(RolePermissionRow, { roleId: role.id, permissionId: '2' });
    await expect(roles.delete(actor, role)).rejects.toEqual(new Forbidden('notPermitted'));
    expect(await context.audited()).toEqual([['access.refuse', `role.delete ${role.id}`]]);
    expect(await stored(role.id)).toEqual(role);
    await addAssignment(context, applicationId, 'provider', { userId: actor.user.id });
    await roles.delete(actor, role);
    expect(await stored(role.id)).toBeNull();
  });
});
