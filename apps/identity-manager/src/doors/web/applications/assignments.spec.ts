import type { ApplicationRow } from '../../../database/entities/application.row';
import { RoleAssignmentRow, type RoleRow } from '../../../database/entities/role.row';
import {
  addApplication,
  addAssignment,
  addOrganization,
  addRole,
  addUser,
} from '../../../database/test-rows';
import { openTestPages, type TestPages, type TestVisitor } from '../../../test-pages';

describe('The list of who has roles', () => {
  let pages: TestPages;
  let application: ApplicationRow;
  let role: RoleRow;
  let owner: TestVisitor;
  beforeAll(async () => {
    pages = await openTestPages();
  });
  afterAll(() => pages.close());
  beforeEach(async () => {
    application = await addApplication(pages);
    role = await addRole(pages, application.id, { name: 'operator' });
    const user = await addUser(pages);
    await addAssignment(pages, application.id, 'provider', { userId: user.id });
    owner = await pages.as(user);
  });

  const holders = async () => {
    const rows = await pages.dataSource.manager.findBy(RoleAssignmentRow, { roleId: role.id });
    return rows
      .map(
        ({ userId, organizationId, roleOrganization }) => userId ?? `${organizationId} ${roleOrganization}`,
      )
      .sort();
  };
  const list = (kind: string) => `/idm/applications/${application.id}/edit/${kind}`;
  const marked = (kind: string) => `/idm/applications/${application.id}/edit/assigned/${kind}`;

  it('gives several users a role and takes it, after one question that says to whom', async () => {
    const [ana, bob] = [await addUser(pages, { username: 'Ana' }), await addUser(pages, { username: 'Bob' })];
    await addAssignment(pages, application.id, role.id, { userId: bob.id });
    const fields = { marked: [ana.id, bob.id], role: role.id };
    const asked = await owner.post(marked('users'), { ...fields, action: 'give' });
    // Bob has it already.
    expect(asked.text).toContain('Give the role “operator”?');
    expect(asked.text).toContain('One user gets this role.');
    expect([asked.text.includes('Ana'), asked.text.includes('Bob')]).toEqual([true, false]);
    expect(await holders()).toEqual([bob.id]);
    const done = await owner.post(marked('users'), { ...fields, action: 'give', confirmed: 'yes' });
    expect([done.status, done.headers['location']]).toEqual([302, list('users')]);
    expect(await holders()).toEqual([ana.id, bob.id].sort());
    await owner.post(marked('users'), { ...fields, action: 'take', confirmed: 'yes' });
    expect(await holders()).toEqual([]);
  });

  it('does so for the owners or the members of organizations', async () => {
    const { id } = await addOrganization(pages, { name: 'council' });
    const fields = { marked: id, role: `${role.id} member`, action: 'give', confirmed: 'yes' };
    await owner.post(marked('organizations'), fields);
    expect(await holders()).toEqual([`${id} member`]);
  });

  it.each<[string, object]>([
    ['nobody marked', { marked: [] }],
    ['nobody that there is', { marked: ['nobody', 'a\0b', 'x'.repeat(500)] }],
    ['no role', { role: '' }],
    ['a role of another application', { role: 'other' }],
    ['no action', { action: 'delete' }],
    ['a side, for users', { role: 'provider owner' }],
  ])('changes nothing with %s', async (_, given) => {
    const { id } = await addUser(pages);
    const fields = { marked: id, role: role.id, action: 'give', confirmed: 'yes', ...given };
    const { status, headers } = await owner.post(marked('users'), fields);
    expect([status, headers['location']]).toEqual([302, list('users')]);
    expect(await holders()).toEqual([]);
  });

  it('is only changed by those who may assign the role', async () => {
    const { id } = await addUser(pages);
    const stranger = await pages.as(await addUser(pages));
    const fields = { marked: id, role: role.id, action: 'give', confirmed: 'yes' };
    expect((await stranger.post(marked('users'), fields)).status).toBe(403);
    expect((await stranger.get(`${marked('users')}/csv`)).status).toBe(403);
    expect((await owner.get(`${marked('others')}/csv`)).status).toBe(404);
    expect(await holders()).toEqual([]);
  });

  it('can be taken along as a file, as it was searched', async () => {
    const [ana, bob] = [
      await addUser(pages, { username: 'Zoé' }),
      await addUser(pages, { username: 'Carl' }),
    ];
    for (const { id } of [ana, bob]) await addAssignment(pages, application.id, role.id, { userId: id });
    const { text, headers } = await owner.get(`${marked('users')}/csv?q=ZOE`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.trim().split('\r\n')).toEqual(['id,name,roles', `${ana.id},Zoé,operator`]);
    const listed = await owner.get(list('users'));
    expect(listed.text).toContain(`${marked('users')}/csv`);
  });
});
