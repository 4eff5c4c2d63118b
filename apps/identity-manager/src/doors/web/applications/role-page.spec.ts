import { RolePermissionRow, RoleRow } from '../../../database/entities/role.row';
import {
  addApplication,
  addAssignment,
  addOrganization,
  addPermission,
  addRole,
  addUser,
} from '../../../database/test-rows';
import { openTestPages, type TestPages } from '../../../test-pages';

let pages: TestPages;
beforeAll(async () => {
  pages = await openTestPages();
});
afterAll(() => pages.close());

/** An application with an owner and a role that permits to read. */
async function place() {
  const owner = await addUser(pages);
  const { id } = await addApplication(pages);
  await addAssignment(pages, id, 'provider', { userId: owner.id });
  const role = await addRole(pages, id, { name: 'Gardener' });
  const read = await addPermission(pages, id, { name: 'Read parks', action: 'GET', resource: '/parks' });
  await addPermission(pages, id, { name: 'Close parks', action: 'DELETE', resource: '/parks' });
  await pages.dataSource.manager.insert(RolePermissionRow, { roleId: role.id, permissionId: read.id });
  const path = `/idm/applications/${id}/edit/roles`;
  return { visitor: await pages.as(owner), id, role, read, path };
}

describe('The page of a role', () => {
  it('says what the role permits, and who has it', async () => {
    const { visitor, id, role, path } = await place();
    const ana = await addUser(pages, { username: 'Ana of the parks' });
    const council = await addOrganization(pages, { name: 'Council' });
    await addAssignment(pages, id, role.id, { userId: ana.id });
    await addAssignment(pages, id, role.id, { organizationId: council.id, roleOrganization: 'member' });
    const { text } = await visitor.get(`${path}/${role.id}`);
    expect(text).toContain('Read parks');
    expect(text).toContain('GET /parks');
    expect(text).not.toContain('Close parks');
    for (const name of ['Ana of the parks', 'Council'])
      expect(text).toContain(`<strong class="grow">${name}</strong>`);
    expect((await (await pages.as(ana)).get(`${path}/${role.id}`)).status).toBe(403);
  });

  it('is there for roles of the application alone', async () => {
    const [{ visitor, path }, other] = [await place(), await place()];
    for (const roleId of ['provider', 'none', other.role.id])
      expect([roleId, (await visitor.get(`${path}/${roleId}`)).status]).toEqual([roleId, 404]);
  });

  it('copies the role with its permissions and without those who have it', async () => {
    const { visitor, id, role, read, path } = await place();
    await addAssignment(pages, id, role.id, { userId: (await addUser(pages)).id });
    expect((await visitor.post(`${path}/${role.id}/copy`, { copy_name: ' ' })).status).toBe(422);
    const { text } = await visitor.get(`${path}/${role.id}`);
    const once = /name="_once" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const answer = await visitor.post(`${path}/${role.id}/copy`, { copy_name: 'Head gardener', _once: once });
    const copy = await pages.dataSource.manager.findOneByOrFail(RoleRow, { name: 'Head gardener' });
    expect([answer.status, answer.headers['location']]).toEqual([302, `${path}/${copy.id}`]);
    const given = await pages.dataSource.manager.findBy(RolePermissionRow, { roleId: copy.id });
    expect(given.map(({ permissionId }) => permissionId)).toEqual([read.id]);
    const page = (await visitor.get(`${path}/${copy.id}`)).text;
    expect(page).toContain('Nobody yet.');
    const twice = await visitor.post(`${path}/${role.id}/copy`, { copy_name: 'Head gardener', _once: once });
    expect(twice.headers['location']).toBe(path);
  });
});

describe('The roles of an application', () => {
  it('are found by part of a name, and the page says when it does not list all', async () => {
    const { visitor, id, role, path } = await place();
    for (let at = 0; at < 55; at++) await addRole(pages, id, { name: `Jardín ${at}` });
    const linkOf = (roleId: string) => `<a href="${path}/${roleId}">`;
    const found = (await visitor.get(`${path}?find=GARDE`)).text;
    expect(found).toContain('1 found');
    expect(found).toContain(linkOf(role.id));
    expect(found).not.toContain('Only the first');
    const many = (await visitor.get(`${path}?find=jardin`)).text;
    expect(many).toContain('55 found');
    expect(many).toContain('Only the first 50 are shown.');
  });
});
