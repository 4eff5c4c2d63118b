import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addRole,
  addUser,
} from '../../database/test-rows';
import { openTestPages, type TestPages } from '../../test-pages';

let pages: TestPages;
beforeAll(async () => {
  pages = await openTestPages();
});
afterAll(() => pages.close());

describe('A pasted list of users', () => {
  it('becomes members of an organization, after a question that says who was not found', async () => {
    const [owner, member] = [await addUser(pages), await addUser(pages, { username: 'Member' })];
    const { id } = await addOrganization(pages, { name: 'Council' });
    await addMember(pages, id, owner.id, 'owner');
    await addMember(pages, id, member.id, 'member');
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, at) => addUser(pages, { username: `New ${at}` })),
    );
    const visitor = await pages.as(owner);
    const place = `/idm/organizations/${id}`;
    expect((await visitor.get(place)).text).toContain(`${place}/add_members`);
    const form = (await visitor.get(`${place}/add_members`)).text;
    expect(form).toContain('value="member" checked');
    expect(form).not.toContain('value="owner" checked');
    const names = ['Member', 'Nobody <b>', ...added.map(({ username }) => username)].join('\n');
    const question = await visitor.post(`${place}/add_members`, { names, role: 'member' });
    expect(question.text).toContain('20 users are added.');
    expect(question.text).toContain('One more user is there already');
    expect(question.text).toContain('One entry was not found: Nobody &lt;b&gt;');
    expect((await visitor.get(place)).text).toContain('2 found');
    const done = await visitor.post(`${place}/add_members`, { names, role: 'member', confirmed: 'yes' });
    expect([done.status, done.headers['location']]).toEqual([302, place]);
    expect((await visitor.get(`${place}?role=member`)).text).toContain('21 found');
    const wrong = await visitor.post(`${place}/add_members`, { names: 'nobody at all', role: 'owner' });
    expect([wrong.status, wrong.text.includes('nobody at all')]).toEqual([422, true]);
  });

  it('adds nobody for those who do not own the organization', async () => {
    const [owner, member] = [await addUser(pages), await addUser(pages)];
    const { id } = await addOrganization(pages);
    await addMember(pages, id, owner.id, 'owner');
    await addMember(pages, id, member.id, 'member');
    const visitor = await pages.as(member);
    const path = `/idm/organizations/${id}/add_members`;
    expect((await visitor.get(path)).status).toBe(403);
    const { status } = await visitor.post(path, { names: member.username, role: 'owner', confirmed: 'yes' });
    expect(status).toBe(403);
  });

  it('gets a role that was chosen, and none without a choice', async () => {
    const [owner, ana] = [await addUser(pages), await addUser(pages, { username: 'Ana T' })];
    await addUser(pages, { username: 'Eva T' });
    const { id } = await addApplication(pages);
    await addAssignment(pages, id, 'provider', { userId: owner.id });
    const role = await addRole(pages, id, { name: 'operator' });
    await addAssignment(pages, id, role.id, { userId: ana.id });
    const visitor = await pages.as(owner);
    const path = `/idm/applications/${id}/edit/give_role`;
    expect((await visitor.get(`${path}?role=${role.id}`)).text).toContain(
      `<option value="${role.id}" selected>`,
    );
    expect((await visitor.get(path)).text).toContain('<option value="" selected>');
    const names = 'Ana T, Eva T, Zoe';
    expect((await visitor.post(path, { names, confirmed: 'yes' })).status).toBe(422);
    expect((await visitor.post(path, { names, role: 'of another', confirmed: 'yes' })).status).toBe(422);
    const question = await visitor.post(path, { names, role: role.id });
    expect(question.text).toContain('One entry was not found: Zoe');
    const done = await visitor.post(path, { names, role: role.id, confirmed: 'yes' });
    expect([done.status, done.headers['location']]).toEqual([302, `/idm/applications/${id}/edit/users`]);
    const having = `/idm/applications/${id}/edit/users?role=${role.id}`;
    expect((await visitor.get(having)).text).toContain('2 found');
    expect((await (await pages.as(ana)).post(path, { names, role: role.id, confirmed: 'yes' })).status).toBe(
      403,
    );
  });

  it('is not needed for one: a search says when it is cut, and nothing is chosen for those who are marked', async () => {
    const owner = await addUser(pages);
    const { id } = await addApplication(pages);
    await addAssignment(pages, id, 'provider', { userId: owner.id });
    for (let at = 0; at < 21; at++) await addUser(pages, { username: `Crowd ${at}` });
    const visitor = await pages.as(owner);
    const { text } = await visitor.get(`/idm/applications/${id}/edit/users?q=crowd`);
    expect(text).toContain('Only the first 20 are shown.');
    expect(text).toContain('<option value="" selected>Choose a role</option>');
    expect((await visitor.get(`/idm/applications/${id}/edit/users?q=crowd 20`)).text).not.toContain(
      'Only the first',
    );
  });
});
