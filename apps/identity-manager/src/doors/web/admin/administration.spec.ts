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

  it('write to marked users, and ask first', async () => {
    const users = [await addUser(pages, { username: 'Bob' }), await addUser(pages, { username: 'Eve' })];
    const query = users.map(({ id }) => `&marked=${id}`).join('');
    const form = await admin.get(`/idm/admins/users/marked?action=notify${query}`);
    expect(form.text).toContain('action="/idm/admins/notify"');
    expect(form.text).toMatch(/<option value="users" selected/);
    for (const { email } of users) expect(form.text).toContain(email);
    const nobody = await admin.get('/idm/admins/users/marked?action=notify');
    expect(nobody.status).toBe(302);
  });

  it('refuse a mail to nobody in particular, beside its field', async () => {
    const fields = { subject: 'x', body: 'y' };
    const { status, text } = await admin.post('/idm/admins/notify', { ...fields, to: 'users', target: '' });
    expect([status, text.includes('This field is required.')]).toEqual([422, true]);
  });
});
