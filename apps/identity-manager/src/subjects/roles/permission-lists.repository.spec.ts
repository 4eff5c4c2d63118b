import type { ListPart } from '@smart-city/lists';
import { RolePermissionRow, type PermissionRow } from '../../database/entities/role.row';
import { addApplication, addPermission, addRole } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import {
  PermissionListsRepository,
  type PermissionSearch,
  type PermissionSort,
} from './permission-lists.repository';
import { PermissionLists } from './permission-lists.service';
import { RolesModule } from './roles.module';

/** By id; `roles` are those that have it. */
const given: Readonly<Record<string, Partial<PermissionRow> & { readonly roles?: readonly string[] }>> = {
  a: { name: 'Écrire', action: 'POST', resource: '/b', roles: ['guard', 'Ópera'] },
  b: { name: 'leer', action: 'GET', resource: '/v2/100%', description: 'Añadir', roles: ['guard'] },
  c: { name: 'Zones', action: null, resource: null, xml: '<x/>' },
  d: { name: 'rooms', action: null, resource: null, entities: { verbs: ['read'], types: ['Habitación'] } },
  e: { name: 'a_b', action: 'GET', resource: '/Á' },
};

let context: TestContext;
let lists: PermissionListsRepository;
let applicationId: string;
beforeAll(async () => {
  context = await openTestContext([RolesModule]);
  lists = context.get(PermissionListsRepository);
  ({ id: applicationId } = await addApplication(context));
  const { id: strange } = await addApplication(context);
  await addPermission(context, strange, { name: 'Écrire', action: 'PUT' });
  const roles = new Map<string, string>();
  for (const name of ['Ópera', 'guard'])
    roles.set(name, (await addRole(context, applicationId, { name })).id);
  for (const [id, { roles: having = [], ...permission }] of Object.entries(given)) {
    await addPermission(context, applicationId, { id, ...permission });
    const pairs = having.map((name) => ({ roleId: roles.get(name)!, permissionId: id }));
    if (pairs.length > 0) await context.rows.insert(RolePermissionRow, pairs);
  }
});
afterAll(() => context.close());

const usual: ListPart<PermissionSort> = { sort: 'name', descending: false, limit: 20, offset: 0 };
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).join('');
const asking = (search: Partial<PermissionSearch>) => ({ applicationId, text: '', ...search });
const found = async (search: Partial<PermissionSearch>, part: Partial<ListPart<PermissionSort>> = {}) =>
  idsOf(await lists.page(asking(search), { ...usual, ...part }));

describe('The permissions of an application', () => {
  it.each<[Partial<PermissionSearch>, string]>([
    [{}, 'eabdc'],
    [{ text: 'ECRIRE' }, 'a'],
    [{ text: 'anadir' }, 'b'],
    [{ text: '/a' }, 'e'],
    [{ text: 'habitacion' }, 'd'],
    [{ text: '%' }, 'b'],
    [{ text: '_' }, 'e'],
    [{ text: "' OR 1=1 --" }, ''],
    [{ verb: 'GET' }, 'eb'],
    [{ verb: 'XACML' }, 'c'],
    [{ verb: 'entities' }, 'd'],
    [{ verb: 'GET', text: 'leer' }, 'b'],
    [{ verb: 'PUT' }, ''],
    [{ applicationId: '%' }, ''],
  ])('of which %j are wanted are %j', async (search, ids) => {
    expect(await found(search)).toBe(ids);
    expect(await lists.count(asking(search))).toBe(ids.length);
  });

  it.each<[PermissionSort, string]>([
    ['name', 'eabdc'],
    ['verb', 'beacd'],
    ['resource', 'ceabd'],
    ['roles', 'cdeba'],
  ])('are ordered by %s, both ways, and cut into pages', async (sort, ids) => {
    expect(await found({}, { sort })).toBe(ids);
    const back = ids.split('').reverse().join('');
    expect(await found({}, { sort, descending: true })).toBe(back);
    expect(await found({}, { sort, descending: true, limit: 2, offset: 2 })).toBe(back.slice(2, 4));
  });

  it('come with their verb and the roles that have them, by name', async () => {
    const [read, write] = await lists.page(asking({ text: 'r' }), {
      ...usual,
      sort: 'roles',
      descending: true,
    });
    expect([read?.verb, read?.roles.map(({ name }) => name)]).toEqual(['POST', ['guard', 'Ópera']]);
    expect([write?.verb, write?.roles.map(({ name }) => name)]).toEqual(['GET', ['guard']]);
    const [zones] = await lists.page(asking({ verb: 'XACML' }), usual);
    expect(zones).toMatchObject({ name: 'Zones', isRegex: false, entities: null, roles: [] });
    expect(await lists.verbsOf(applicationId)).toEqual(['GET', 'POST', 'XACML', 'entities']);
    expect(await lists.verbsOf('nowhere')).toEqual([]);
  });

  it('are found by id in their application alone, and never the internal ones', async () => {
    expect(idsOf(await lists.among(applicationId, ['d', 'a', '1', 'nothing']))).toBe('ad');
    expect(await lists.among('elsewhere', ['a'])).toEqual([]);
    expect(await lists.among(applicationId, [])).toEqual([]);
  });

  it('are all read in groups', async () => {
    const groups = [];
    for await (const group of context.get(PermissionLists).all(asking({ verb: 'GET' }))) groups.push(group);
    expect(groups.map(idsOf)).toEqual(['be']);
    expect(idsOf(await lists.after(asking({}), 'b', 2))).toBe('cd');
  });
});
