import { PermissionRow, RolePermissionRow } from '../../../database/entities/role.row';
import { addApplication, addAssignment, addPermission, addRole, addUser } from '../../../database/test-rows';
import { openTestPages, type TestPages } from '../../../test-pages';

let pages: TestPages;
beforeAll(async () => {
  pages = await openTestPages();
});
afterAll(() => pages.close());

const start = async () => {
  const user = await addUser(pages);
  const { id } = await addApplication(pages);
  await addAssignment(pages, id, 'provider', { userId: user.id });
  const owner = await pages.as(user);
  const roles = `/idm/applications/${id}/edit/roles`;
  const stored = () =>
    pages.dataSource.manager.findBy(PermissionRow, { applicationId: id, isInternal: false });
  return { id, owner, roles, stored };
};

const typed = {
  kind: 'entities',
  permission_name: 'temperature of rooms',
  entity_verbs: ['read', 'update'],
  types: 'Room\r\nHall',
  attrs: 'temperature',
  service_paths: '/city/#',
};
const scope = {
  verbs: ['read', 'update'],
  types: ['Room', 'Hall'],
  attrs: ['temperature'],
  service_paths: ['/city/#'],
};
const inWords = 'read and update entities of type Room or Hall, in /city/#, only the attribute temperature';

describe('The form of a permission on entities', () => {
  it('is chosen by a link, and makes one', async () => {
    const { owner, roles, stored } = await start();
    const path = (await owner.get(roles)).text;
    expect(path).toContain(`href="${roles}?kind=entities#permission"`);
    expect([path.includes('name="resource"'), path.includes('name="entity_verbs"')]).toEqual([true, false]);
    const form = (await owner.get(`${roles}?kind=entities`)).text;
    expect([/id="id_resource"/.test(form), form.includes('name="entity_verbs"')]).toEqual([false, true]);
    expect((await owner.post(`${roles}/permissions/new`, typed)).status).toBe(302);
    expect(await stored()).toMatchObject([{ name: typed.permission_name, action: null, entities: scope }]);
  });

  it('shows what is stored, changes it, and makes one on a path of it and back', async () => {
    const { id, owner, roles, stored } = await start();
    const entities = { verbs: ['read', 'subscribe'], types: ['Room', 'Hall'], id_pattern: '^R' } as const;
    const permission = await addPermission(pages, id, { action: null, resource: null, entities });
    const page = `${roles}/permissions/${permission.id}`;
    const shown = (await owner.get(page)).text;
    expect(shown).toMatch(/<textarea id="id_types"[^>]*>\nRoom\nHall<\/textarea>/);
    expect(shown).toMatch(/name="id_pattern"[^>]*value="\^R"/);
    expect([...shown.matchAll(/name="entity_verbs" value="(\w+)" checked/g)].map(([, verb]) => verb)).toEqual(
      ['read', 'subscribe'],
    );
    await owner.post(page, typed);
    expect(await stored()).toMatchObject([{ entities: scope }]);
    expect((await owner.get(`${page}?kind=path`)).text).toContain('no longer about entities');
    await owner.post(page, { kind: 'path', permission_name: 'x', action: 'GET', resource: '/v2' });
    expect(await stored()).toMatchObject([{ action: 'GET', resource: '/v2', entities: null }]);
    await owner.post(page, typed);
    expect(await stored()).toMatchObject([{ action: null, resource: null, entities: scope }]);
  });

  it.each<[Partial<Record<keyof typeof typed | 'ids' | 'id_pattern', string>>, string, string]>([
    [{ entity_verbs: '' }, 'entity_verbs', 'Choose at least one.'],
    [{ entity_verbs: 'drop' }, 'entity_verbs', 'Choose at least one.'],
    [{ types: 'Room<' }, 'id_types', 'A type has no spaces'],
    [{ ids: Array(101).fill('R').join('\n') }, 'id_ids', 'up to 100 IDs'],
    [{ id_pattern: '(a)\\1' }, 'id_id_pattern', 'back references'],
    [{ id_pattern: 'a{999}b{999}c{999}' }, 'id_id_pattern', 'too large'],
    [{ attrs: 'a(b)' }, 'id_attrs', 'An attribute’s name'],
    [{ service_paths: '/a/../b' }, 'id_service_paths', 'A service path looks like'],
    [{ permission_name: '' }, 'id_permission_name', 'required'],
  ])('says beside the field what is wrong with %j, with what was typed', async (given, field, text) => {
    const { owner, roles, stored } = await start();
    const { status, text: page } = await owner.post(`${roles}/permissions/new`, { ...typed, ...given });
    expect(status).toBe(422);
    expect(new RegExp(`id="${field}-error">([^<]*)`).exec(page)?.[1]).toContain(text);
    expect([...page.matchAll(/ autofocus/g)]).toHaveLength(1);
    for (const [name, value] of Object.entries(given))
      if (value !== '' && name !== 'entity_verbs')
        expect(page.split(`name="${name}"`)[1]).toContain(value.replace('<', '&lt;'));
    expect(await stored()).toEqual([]);
  });
});

describe('A permission on entities', () => {
  it('is said in words by the grid, the list, its file, the question and the trial', async () => {
    const { id, owner, roles } = await start();
    const role = await addRole(pages, id, { name: 'desk' });
    const permission = await addPermission(pages, id, {
      ...{ name: 'rooms', action: null, resource: null },
      entities: scope as never,
    });
    await addPermission(pages, id, { name: 'reads' });
    await pages.dataSource.manager.insert(RolePermissionRow, {
      roleId: role.id,
      permissionId: permission.id,
    });
    const list = `${roles}/permissions`;
    const marked = [permission.id];
    const [grid, found, asked, many, trial] = await Promise.all([
      owner.get(roles),
      owner.get(`${list}?verb=entities&q=hall`),
      owner.post(`${list}/${permission.id}/delete`),
      owner.post(`${list}/delete`, { marked }),
      owner.get(`${roles}?action=GET&resource=/v2/entities`),
    ]);
    expect(found.text).toContain('1 found');
    for (const { text } of [grid, found, asked, many]) expect(text).toContain(inWords);
    expect(trial.text).toContain(`On entities, “rooms”: ${inWords}`);
    expect(trial.text).toContain('No permission of this role matches.');
    const file = await owner.get(`${list}/csv?verb=entities`);
    expect(file.text.trim().split('\r\n')[1]).toBe(`${permission.id},rooms,entities,"${inWords}",false,desk`);
    const spanish = await owner.get(roles).set('Accept-Language', 'es');
    expect(spanish.text).toContain(
      'leer y actualizar entidades de tipo Room o Hall, en /city/#, solo el atributo temperature',
    );
  });
});
