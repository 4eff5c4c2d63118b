import { addUser } from '../../../database/test-rows';
import { openTestPages, type TestPages, type TestVisitor } from '../../../test-pages';

let pages: TestPages;
let admin: TestVisitor;
beforeAll(async () => {
  // Mails go nowhere: nobody listens at port 1.
  pages = await openTestPages({ IDM_EMAIL_HOST: '127.0.0.1', IDM_EMAIL_PORT: '1' });
  admin = await pages.as(await addUser(pages, { admin: true }));
});
afterAll(() => pages.close());

describe('The pages of administrators', () => {
  it('say that the account is made, with its link, where there is no mail', async () => {
    const { status, text } = await admin.post('/idm/admins/users/new', {
      username: 'Ana',
      email: 'ana@city.example',
    });
    expect(status).toBe(200);
    expect(text).toContain('The account of Ana has been created.');
    expect(text).toContain('id="password-link"');
    const [user = ''] = /\/idm\/admins\/users\/[\w-]+/.exec(text) ?? [];
    const again = await admin.post(`${user}/reset`);
    expect(again.text).toContain('id="password-link"');
    expect(again.text).not.toContain('has been created');
  });

  it('tell since when the service runs, and which database answers, in words', async () => {
    const { text } = await admin.get('/idm/admins/service');
    expect(text).toMatch(/<dt>Started<\/dt>\s*<dd><time /);
    expect(text).toMatch(/<dd>SQLite, answers in \d+ ms<\/dd>/);
  });
});
