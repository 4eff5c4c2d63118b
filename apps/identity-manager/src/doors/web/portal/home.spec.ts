import { addApplication, addAssignment, addRole, addUser } from '../../../database/test-rows';
import { openTestPages, type TestPages } from '../../../test-pages';

let pages: TestPages;
beforeAll(async () => {
  pages = await openTestPages();
});
afterAll(() => pages.close());

describe('The start page', () => {
  it.each([
    ['whoever has no application yet', undefined, true],
    ['whoever is provider of one', 'provider', true],
    // They open applications, and write none.
    ['whoever only uses some', 'a role', false],
  ])('has the first steps of a developer for %s: %#', async (_who, role, isThere) => {
    const user = await addUser(pages);
    if (role !== undefined) {
      const { id } = await addApplication(pages, { url: 'https://parking.city.example/' });
      const roleId = role === 'provider' ? role : (await addRole(pages, id)).id;
      await addAssignment(pages, id, roleId, { userId: user.id });
    }
    const { text } = await (await pages.as(user)).get('/idm');
    expect(text.includes('First steps')).toBe(isThere);
    expect(text.includes('<a href="https://parking.city.example/"')).toBe(role === 'a role');
  });
});
