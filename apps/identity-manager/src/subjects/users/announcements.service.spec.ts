import { addMember, addOrganization, addUser } from '../../database/test-rows';
import { Invalid } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { readShape } from '../../validation/read-shape';
import { Announcement } from './announcement-input';
import { Announcements } from './announcements.service';
import { UsersModule } from './users.module';

let context: TestContext;
let announcements: Announcements;
const organizations: string[] = [];
beforeAll(async () => {
  // Mails go nowhere: nobody listens at port 1.
  context = await openTestContext([UsersModule], { IDM_EMAIL_HOST: '127.0.0.1', IDM_EMAIL_PORT: '1' });
  announcements = context.get(Announcements);
  for (const id of ['1', '2', '3']) await addUser(context, { id, email: `${id}@city.example` });
  await addUser(context, { id: 'off', enabled: false });
  await addUser(context, { id: 'waiting', enabled: false, awaitingActivation: true });
  const members = [['2', 'off'], ['2', '3'], []];
  for (const each of members) {
    const { id } = await addOrganization(context);
    organizations.push(id);
    for (const userId of each) await addMember(context, id, userId, userId === '3' ? 'owner' : 'member');
  }
});
afterAll(() => context.close());

const asked = (to: string, target = '') => ({ subject: 's', body: 'b', to, target });
const addressesOf = async (to: string, target?: string) =>
  (await announcements.of(asked(to, target))).addresses;
const addresses = (...ids: readonly string[]) => ids.map((id) => `${id}@city.example`);

describe('An announcement', () => {
  it.each<[string, () => string, string[]]>([
    ['all', () => '', ['1', '2', '3']],
    ['all', () => 'whatever stands there', ['1', '2', '3']],
    ['organization', () => organizations[0]!, ['2']],
    ['organization', () => `${organizations[0]}, ${organizations[1]}`, ['2', '3']],
    ['organization', () => `${organizations[1]} ${organizations[2]} nowhere`, ['2', '3']],
    ['users', () => '3, 1\n off \t waiting ,, unknown', ['1', '3']],
    ['users', () => '1 1 1', ['1']],
    ['users', () => Array(600).fill('1').join(' '), ['1']],
  ])('to %s, %#, goes to each once who can sign in', async (to, target, ids) => {
    expect(await addressesOf(to, target())).toEqual(addresses(...ids));
  });

  it.each<[string, () => string]>([
    ['users', () => ''],
    ['users', () => ' , \n'],
    ['users', () => 'off waiting unknown'],
    ['users', () => '%'],
    ['users', () => `' OR '1'='1`],
    ['users', () => organizations[0]!],
    ['organization', () => '1'],
    ['organization', () => organizations[2]!],
  ])('to %s, %#, goes to nobody, which is said', async (to, target) => {
    await expect(addressesOf(to, target())).rejects.toEqual(new Invalid('target', 'notFoundHere'));
  });

  it('knows users and organizations by their names, which may have blanks, and says who is unknown', async () => {
    await addUser(context, { id: 'ana', username: 'Ana García Ruiz', email: 'ana@city.example' });
    await addUser(context, { id: 'namesake', username: 'Ana García Ruiz', email: 'other@city.example' });
    const { id } = await addOrganization(context, { name: 'City, of: blanks' });
    const { id: council } = await addOrganization(context, { name: 'City Council' });
    await addMember(context, council, 'ana', 'member');
    const of = async (to: string, target: string) => {
      const { addresses, named, unknown } = await announcements.of(asked(to, target));
      return { addresses, named: named.map((one) => one.id), unknown };
    };
    expect(await of('users', 'Ana García Ruiz\n1@CITY.example; 2\noff, no body')).toEqual({
      addresses: ['1@city.example', '2@city.example', 'ana@city.example', 'other@city.example'],
      named: ['1', '2', 'ana', 'namesake'],
      unknown: ['off', 'no body'],
    });
    expect(await of('users', '1 2@city.example nobody')).toEqual({
      addresses: ['1@city.example', '2@city.example'],
      named: ['1', '2'],
      unknown: ['nobody'],
    });
    expect(await of('organization', `City Council\n${id}`)).toMatchObject({
      addresses: ['ana@city.example'],
      unknown: [],
    });
    expect(await of('all', 'nobody')).toMatchObject({ named: [], unknown: [] });
    for (const each of ['ana', 'namesake']) await context.dataSource.manager.delete('UserRow', { id: each });
  });

  it('goes to all who are listed, or is refused', async () => {
    const listed = (amount: number) =>
      ['1', ...Array.from({ length: amount - 1 }, (_each, at) => `n${at}`)].join(',');
    expect(await addressesOf('users', listed(1000))).toEqual(addresses('1'));
    const refused = new Invalid('target', 'tooMany', { max: 1000 });
    for (const to of ['users', 'organization'])
      await expect(addressesOf(to, listed(1001))).rejects.toEqual(refused);
  });

  it('is in the audit log with the number of its mails, and without their addresses', async () => {
    const actor = actorFor(await addUser(context, { admin: true, enabled: false }));
    const input = { ...asked('users', '1 2'), subject: 'Works' };
    announcements.send(actor, input, (await announcements.of(input)).addresses);
    const [line] = await context.auditedOf(actor);
    expect(line).toMatchObject({
      event: 'users.notify',
      subject: 'users',
      details: { mails: 2, subject: 'Works' },
    });
    expect(JSON.stringify(line)).not.toContain('@');
  });

  it.each([
    [{ subject: '' }, 'subject required'],
    [{ subject: 'Works\r\nBcc: everybody@city.example' }, 'subject characters'],
    [{ subject: 'x'.repeat(256) }, 'subject long'],
    [{ body: '' }, 'body required'],
    [{ body: 'a\0' }, 'body characters'],
    [{ body: 'x'.repeat(10_001) }, 'body long'],
    [{ to: 1 }, 'to string'],
    [{ target: 'x'.repeat(10_001) }, 'target long'],
  ])('is none with %j: %s', (given, told) => {
    const { faults } = readShape(Announcement, { ...asked('all'), ...given }, 'program');
    expect(faults.map(({ field, rule }) => `${field} ${rule}`)).toEqual([told]);
  });

  it('goes to as many as are mailed to at once, and no part of more', async () => {
    const add = (from: number, to: number) =>
      context.rows.query(
        `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO users (id, username, email, email_lower, image, enabled, date_password, created_at)
         SELECT 'u' || i, 'u' || i, 'u' || i, 'u' || i, 'default', TRUE, 0, 0 FROM n`,
        [from, to],
      );
    await add(4, 10_000);
    expect(await addressesOf('all')).toHaveLength(10_000);
    await add(10_001, 10_001);
    await expect(addressesOf('all')).rejects.toEqual(new Invalid('target', 'tooMany', { max: 10_000 }));
  });
});
