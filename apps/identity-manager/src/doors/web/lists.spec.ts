import { RolePermissionRow } from '../../database/entities/role.row';
import { MembershipRow } from '../../database/entities/organization.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addPermission,
  addRole,
  addUser,
} from '../../database/test-rows';
import { AuditLog } from '../../subjects/audit/audit-log';
import { openTestPages, type TestPages } from '../../test-pages';

let pages: TestPages;
beforeAll(async () => {
  pages = await openTestPages();
});
afterAll(() => pages.close());

/** Where each of the texts stands in a page; one that is missing is at -1. */
const order = (text: string, parts: readonly string[]) => parts.map((part) => text.indexOf(part));
const isAscending = (places: readonly number[]) =>
  places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1]!));

describe('The sessions of a user', () => {
  const sessionsOf = (userId: string) => pages.dataSource.manager.countBy(WebSessionRow, { userId });

  it('are searched, ordered, and ended by marks, but for the one that is looked from', async () => {
    const user = await addUser(pages);
    const [here] = [await pages.as(user), await pages.as(user), await pages.as(user)];
    const list = await here.get('/idm/settings/sessions?sort=browser&q=firefox');
    expect(list.text).toContain('3 found');
    expect(list.text).toContain('aria-sort="ascending"');
    expect((await here.get('/idm/settings/sessions?q=safari')).text).toContain('0 found');
    const marks = [...list.text.matchAll(/name="marked" value="([^"]+)"[^>]*?( disabled)?>/g)];
    expect(marks.map(([, , fixed]) => fixed === ' disabled').sort()).toEqual([false, false, true]);
    const others = marks.filter(([, , fixed]) => !fixed).map(([, hash = '']) => hash);
    await here.post('/idm/settings/sessions/end', { marked: others });
    expect(await sessionsOf(user.id)).toBe(1);
  });

  it('end for an administrator, who ends nobody else’s by them', async () => {
    const [user, other] = [await addUser(pages), await addUser(pages)];
    await pages.as(user);
    await pages.as(other);
    const admin = await pages.as(await addUser(pages, { admin: true }));
    const list = `/idm/admins/users/${user.id}/sessions`;
    expect((await admin.get(list)).text).toContain('1 found');
    const hashes = await pages.dataSource.manager.find(WebSessionRow);
    const marked = hashes.filter(({ userId }) => userId !== admin.cookies).map((row) => row.sessionHash);
    await admin.post(`${list}/end`, { marked });
    expect([await sessionsOf(user.id), await sessionsOf(other.id)]).toEqual([0, 1]);
    expect((await (await pages.as(other)).get(list)).status).toBe(403);
  });
});

describe('A list in which nothing was found', () => {
  const SHOW_ALL = '>Show everything</a>';

  it('leads back to all of it, where it was searched or filtered', async () => {
    const admin = await pages.as(await addUser(pages, { admin: true }));
    for (const query of ['?q=nobody-is-called-so', '?q=nobody-is-called-so&state=disabled&sort=email']) {
      const { text } = await admin.get(`/idm/admins/list_users${query}`);
      expect(text).toContain('0 found');
      expect(text).toContain(`<a href="?"${SHOW_ALL}`);
    }
    expect((await admin.get('/idm/admins/list_users')).text).not.toContain(SHOW_ALL);
    const { text: tiles } = await admin.get('/idm/organizations?q=nowhere');
    expect(tiles).toContain(SHOW_ALL);
    // Nothing there at all: there is no more to show.
    expect((await admin.get('/idm/organizations')).text).not.toContain(SHOW_ALL);
  });

  it('does not say that there is nothing where only nothing was found', async () => {
    const user = await addUser(pages, { admin: true });
    const admin = await pages.as(user);
    const tokens = `/idm/admins/users/${user.id}/tokens`;
    const said = async (path: string) => {
      const { text } = await admin.get(path);
      return ['Nothing was found.', 'No token works at the moment.'].filter((each) => text.includes(each));
    };
    expect(await said(tokens)).toEqual(['No token works at the moment.']);
    expect(await said(`${tokens}?kind=jwt`)).toEqual(['Nothing was found.']);
  });

  it('stays with the user it is about', async () => {
    const user = await addUser(pages, { admin: true });
    const admin = await pages.as(user);
    const { text } = await admin.get(`/idm/admins/audit?user=${user.id}&from=1990-01-01&to=1990-01-02`);
    expect(text).toContain(`<a href="?user=${user.id}"${SHOW_ALL}`);
    const nothing = await addUser(pages);
    expect((await admin.get(`/idm/admins/audit?user=${nothing.id}`)).text).not.toContain(SHOW_ALL);
  });
});

describe('The permissions of an application', () => {
  it('are searched, filtered, ordered, taken along and deleted after a question', async () => {
    const user = await addUser(pages);
    const application = await addApplication(pages);
    await addAssignment(pages, application.id, 'provider', { userId: user.id });
    const role = await addRole(pages, application.id, { name: 'operator' });
    const [read, write, rule] = [
      await addPermission(pages, application.id, { name: 'Leer', resource: '/b' }),
      await addPermission(pages, application.id, { name: 'Écrire', action: 'POST', resource: '/a' }),
      await addPermission(pages, application.id, {
        name: 'Zones',
        action: null,
        resource: null,
        xml: '<x/>',
      }),
    ];
    await pages.dataSource.manager.insert(RolePermissionRow, { roleId: role.id, permissionId: write.id });
    const owner = await pages.as(user);
    const list = `/idm/applications/${application.id}/edit/roles/permissions`;
    const at = async (query: string) => (await owner.get(`${list}?${query}`)).text;
    expect(isAscending(order(await at('sort=name'), ['>Écrire<', '>Leer<', '>Zones<']))).toBe(true);
    expect(isAscending(order(await at('sort=-roles'), ['>Écrire<', '>Leer<']))).toBe(true);
    expect(isAscending(order(await at('sort=resource'), ['>Zones<', '>Écrire<', '>Leer<']))).toBe(true);
    expect(await at('q=ECRIRE')).toContain('1 found');
    expect(await at('verb=XACML')).toContain('1 found');
    const file = await owner.get(`${list}/csv?q=crire`);
    expect(file.text.trim().split('\r\n')[1]).toBe(`${write.id},Écrire,POST,/a,false,operator`);
    const marked = [read.id, rule.id, 'nothing'];
    const asked = await owner.post(`${list}/delete`, { marked });
    expect(asked.text).toContain('Delete 2 permissions?');
    expect(await at('')).toContain('3 found');
    await owner.post(`${list}/delete`, { marked, confirmed: 'yes' });
    expect(await at('')).toContain('1 found');
    expect((await (await pages.as(await addUser(pages))).get(list)).status).toBe(403);
  });
});

describe('The grid of roles and permissions', () => {
  it('is cut into parts where its boxes would not fit into a form; a part changes nothing of the others', async () => {
    const [user, application] = [await addUser(pages), await addApplication(pages)];
    await addAssignment(pages, application.id, 'provider', { userId: user.id });
    const role = await addRole(pages, application.id, { name: 'operator' });
    await addRole(pages, application.id, { name: 'guard' });
    const ids: string[] = [];
    for (let at = 0; at < 301; at++)
      ids.push((await addPermission(pages, application.id, { name: `p${1000 + at}` })).id);
    const give = (permissionId = '') =>
      pages.dataSource.manager.insert(RolePermissionRow, { roleId: role.id, permissionId });
    for (const at of [0, 100, 101]) await give(ids[at]);
    const owner = await pages.as(user);
    const path = `/idm/applications/${application.id}/edit/roles`;
    const { text } = await owner.get(`${path}?role=${role.id}&page=2`);
    expect(text).toContain('All permissions as a list (301)');
    expect(text).toContain('Page 2 of 4');
    expect(text).toContain(`<option value="${role.id}" selected>operator</option>`);
    const boxes = [...text.matchAll(/name="grid" value="([^"]+)"[^>]*?( checked)?>/g)];
    expect(boxes.map(([, pair]) => pair)).toEqual(ids.slice(100, 200).map((id) => `${role.id} ${id}`));
    expect(boxes.filter(([, , checked]) => checked).map(([, pair]) => pair)).toEqual(
      [100, 101].map((at) => `${role.id} ${ids[at]}`),
    );
    const among = [...text.matchAll(/name="among" value="([^"]+)"/g)].map(([, id = '']) => id);
    const saved = await owner.post(`${path}/grid?role=${role.id}&page=2`, {
      ...{ shown: role.id, among, grid: [101, 102].map((at) => `${role.id} ${ids[at]}`) },
    });
    expect(saved.headers['location']).toBe(`${path}?role=${role.id}&page=2`);
    const given = await pages.dataSource.manager.findBy(RolePermissionRow, { roleId: role.id });
    expect(given.map(({ permissionId }) => ids.indexOf(permissionId)).sort((a, b) => a - b)).toEqual([
      0, 101, 102,
    ]);
    expect((await owner.get(`${path}?page=999999`)).text).toContain('Page 4 of 4');
  });

  it('takes no permission away that was made and given since it was shown', async () => {
    const [user, application] = [await addUser(pages), await addApplication(pages)];
    await addAssignment(pages, application.id, 'provider', { userId: user.id });
    const { id: roleId } = await addRole(pages, application.id, { name: 'operator' });
    const give = async (name: string) => {
      const { id: permissionId } = await addPermission(pages, application.id, { name });
      await pages.dataSource.manager.insert(RolePermissionRow, { roleId, permissionId });
      return permissionId;
    };
    await give('old');
    const owner = await pages.as(user);
    const path = `/idm/applications/${application.id}/edit/roles`;
    const { text } = await owner.get(path);
    const among = [...text.matchAll(/name="among" value="([^"]+)"/g)].map(([, id = '']) => id);
    const since = await give('new');
    const saved = await owner.post(`${path}/grid`, { shown: roleId, among, grid: [] });
    expect(saved.headers['location']).toBe(path);
    const given = await pages.dataSource.manager.findBy(RolePermissionRow, { roleId });
    expect(given.map(({ permissionId }) => permissionId)).toEqual([since]);
  });
});

describe('One’s applications', () => {
  it('are ordered, searched and cut into pages', async () => {
    const user = await addUser(pages);
    for (let at = 0; at < 30; at++) {
      const name = `Ápp ${String(at).padStart(2, '0')}`;
      const { id } = await addApplication(pages, { name, createdAt: 100 - at });
      await addAssignment(pages, id, 'provider', { userId: user.id });
    }
    const visitor = await pages.as(user);
    const at = async (query: string) => (await visitor.get(`/idm/applications?${query}`)).text;
    expect(isAscending(order(await at('sort=name'), ['Ápp 00', 'Ápp 24', 'Page 1 of 2']))).toBe(true);
    expect(isAscending(order(await at('sort=created'), ['Ápp 29', 'Ápp 05']))).toBe(true);
    expect(await at('q=app 07')).toContain('1 found');
    expect(await at('role=provider')).toContain('30 found');
    expect(await at('role=purchaser')).toContain('There are no applications of this kind.');
  });
});

describe('One’s organizations', () => {
  it('are ordered, searched, filtered and cut into pages', async () => {
    const user = await addUser(pages);
    for (let at = 0; at < 30; at++) {
      const name = `Órg ${String(at).padStart(2, '0')}`;
      const { id } = await addOrganization(pages, { name, createdAt: 100 - at });
      await addMember(pages, id, user.id, at === 3 ? 'owner' : 'member');
    }
    await addOrganization(pages, { name: 'Órg of others' });
    const visitor = await pages.as(user);
    const at = async (query: string) => (await visitor.get(`/idm/organizations?${query}`)).text;
    expect(isAscending(order(await at(''), ['30 found', 'Órg 00', 'Órg 24', 'Page 1 of 2']))).toBe(true);
    expect(isAscending(order(await at('page=2'), ['Órg 25', 'Órg 29', 'Page 2 of 2']))).toBe(true);
    expect(isAscending(order(await at('sort=created&size=50'), ['Órg 29', 'Órg 00']))).toBe(true);
    expect(await at('q=org 07')).toContain('1 found');
    expect(isAscending(order(await at('role=owner'), ['1 found', 'Órg 03', 'tag">Owner<']))).toBe(true);
    expect(await at('role=owner&q=org 07')).toContain('Nothing was found.');
    expect(await at('sort=password&size=1&page=x&role=provider')).toContain('30 found');
  });

  it('are none for who belongs to none, and nothing is found for who searches', async () => {
    const visitor = await pages.as(await addUser(pages));
    const none = 'You belong to no organization.';
    expect((await visitor.get('/idm/organizations')).text).toContain(none);
    expect((await visitor.get('/idm/organizations?q=water')).text).not.toContain(none);
  });
});

describe('The members of an organization', () => {
  const start = async () => {
    const organization = await addOrganization(pages);
    const [ana, bob, eve] = [await addUser(pages), await addUser(pages), await addUser(pages)];
    await addMember(pages, organization.id, ana.id, 'owner');
    await addMember(pages, organization.id, bob.id);
    const place = `/idm/organizations/${organization.id}`;
    const roles = async () => {
      const rows = await pages.dataSource.manager.findBy(MembershipRow, { organizationId: organization.id });
      return Object.fromEntries(rows.map(({ userId, role }) => [userId, role]));
    };
    return { place, ana, bob, eve, roles, owner: await pages.as(ana), member: await pages.as(bob) };
  };

  it('are listed with owners first, searched and filtered; others are found to be added', async () => {
    const { place, ana, bob, eve, owner, member } = await start();
    const whole = await owner.get(place);
    expect(isAscending(order(whole.text, [`Mark ${ana.username}`, `Mark ${bob.username}`]))).toBe(true);
    expect((await owner.get(`${place}?role=member`)).text).not.toContain(`Mark ${ana.username}`);
    const found = await owner.get(`${place}?q=${eve.username}`);
    expect([found.text.includes('0 found'), found.text.includes('Add as member')]).toEqual([true, true]);
    expect((await member.get(`${place}?q=${eve.username}`)).text).not.toContain(`>${eve.username}<`);
    const file = await owner.get(`${place}/marked_members/csv?role=member`);
    expect(file.text.trim().split('\r\n').slice(1)).toEqual([`${bob.id},${bob.username},member`]);
    expect((await member.get(`${place}/marked_members/csv`)).status).toBe(403);
  });

  it('are made owners and removed after a question; the last owner stays', async () => {
    const { place, ana, bob, eve, owner, member, roles } = await start();
    const post = (action: string, marked: readonly string[], confirmed = 'yes') =>
      owner.post(`${place}/marked_members`, { action, marked, ...(confirmed && { confirmed }) });
    const asked = await post('remove', [ana.id, bob.id, eve.id], '');
    expect(asked.text).toContain('Remove these users from');
    expect(asked.text).toContain(`${bob.username} has no roles through this organization.`);
    expect(asked.text).not.toContain(eve.username);
    expect(Object.keys(await roles())).toHaveLength(2);
    await post('member', [ana.id]);
    expect(await roles()).toEqual({ [ana.id]: 'owner', [bob.id]: 'member' });
    await post('owner', [ana.id, bob.id]);
    expect(await roles()).toEqual({ [ana.id]: 'owner', [bob.id]: 'owner' });
    await post('remove', [ana.id]);
    expect(await roles()).toEqual({ [bob.id]: 'owner' });
    expect((await owner.post(`${place}/marked_members`, { action: 'owner', marked: eve.id })).status).toBe(
      403,
    );
    expect((await member.post(`${place}/members/${eve.id}`, { role: 'member' })).status).toBe(302);
    expect(await roles()).toEqual({ [bob.id]: 'owner', [eve.id]: 'member' });
  });
});

describe('The audit log', () => {
  it('is filtered by days of the reader’s zone, and said in their words', async () => {
    const user = await addUser(pages, { admin: true, timeZone: 'Pacific/Kiritimati', username: 'Reader' });
    const log = pages.app.get(AuditLog);
    log.record({
      event: 'role.user.assign',
      outcome: 'success',
      actorId: user.id,
      subject: user.id,
      details: { role: 'provider', to: 'owner' },
    });
    const visitor = await pages.as(user);
    const read = async (query: string) => (await visitor.get(`/idm/admins/audit?who=Reader&${query}`)).text;
    const page = await read('event=role.user.assign');
    expect(page).toContain('name="event" value="role.user.assign" checked><span>Role given to a user</span>');
    expect(page).toContain('role <b><a href="/idm/admins/audit?about=provider">Provider</a></b>');
    expect(page).toContain('for <b>owners</b>');
    const link = `<a href="/idm/admins/users/${user.id}">Reader</a>`;
    expect(page).toContain(`<span title="${user.id}">${link}</span>`);
    expect(page).toContain('<span class="hint" id="id_from-hint">Pacific/Kiritimati</span>');
    // Fourteen hours ahead: it may be tomorrow there, and today is over in Samoa before.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(Date.now());
    expect(await read(`event=role&from=${today}&until=${today}`)).toContain('1 found');
    const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    expect(await read(`event=role&until=${before}`)).toContain('0 found');
  });

  it('is searched for several events, or for all but issued tokens, by actor and by what was affected', async () => {
    const admin = await addUser(pages, { admin: true, username: 'Chief' });
    const other = await addUser(pages, { username: 'Other' });
    const log = pages.app.get(AuditLog);
    for (const event of ['token.issue', 'user.update', 'user.disable'])
      log.record({ event, outcome: 'success', actorId: admin.id, subject: other.id });
    const visitor = await pages.as(admin);
    const read = async (query: string) => (await visitor.get(`/idm/admins/audit?about=other&${query}`)).text;
    expect(await read('by=chief')).toContain('3 found');
    expect(await read('by=other')).toContain('0 found');
    expect(await read('issued=without')).toContain('2 found');
    const two = await read('event=token.issue&event=user.disable');
    expect(two).toContain('2 found');
    // The other parts of the address stay, in the links of the list too.
    expect(two).toContain('event=token.issue%2Cuser.disable');
    expect(await read('event=token.issue,user.disable&issued=without')).toContain('1 found');
    const { text: file } = await visitor.get('/idm/admins/audit/csv?about=other&issued=without');
    expect(file.trim().split('\n')).toHaveLength(3);
  });
});

describe('The time zone of a user', () => {
  it('is that of the browser until another is chosen', async () => {
    const user = await addUser(pages, { createdAt: Date.UTC(2026, 0, 1, 12) });
    const visitor = await pages.as(user);
    const shown = async () => /Now it is ([^<]+)\./.exec((await visitor.get('/idm/settings')).text)?.[1];
    expect(await shown()).toMatch(/UTC$/);
    const choose = (time_zone: string) => visitor.post('/idm/settings/time_zone', { time_zone });
    expect((await choose('Asia/Kolkata')).headers['location']).toBe('/idm/settings');
    expect(await shown()).toMatch(/GMT\+5:30$/);
    expect((await choose('Mars/Olympus')).status).toBe(422);
    expect(await shown()).toMatch(/GMT\+5:30$/);
    await choose('');
    expect(await shown()).toMatch(/UTC$/);
  });
});

describe('A page that is not shown', () => {
  it.each([
    ['there is none', '/idm/organizations/none', 404, 'Page not found'],
    ['it is for administrators', '/idm/admins/list_users', 403, 'Not permitted'],
  ])('says so: %s', async (_, path, status, heading) => {
    const answer = await (await pages.as(await addUser(pages))).get(path);
    expect([answer.status, /<h1>([^<]*)/.exec(answer.text)?.[1]]).toEqual([status, heading]);
  });
});
