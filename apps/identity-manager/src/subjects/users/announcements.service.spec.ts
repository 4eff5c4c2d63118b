import { MembershipRow } from '../../database/entities/organization.row';
import { addOrganization, addUser } from '../../database/test-rows';
import { Invalid } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { Announcements } from './announcements.service';
import { UsersModule } from './users.module';

describe('An announcement', () => {
  let context: TestContext;
  let announcements: Announcements;
  beforeEach(async () => {
    // Mails go nowhere: nobody listens at port 1.
    context = await openTestContext([UsersModule], { IDM_EMAIL_HOST: '127.0.0.1', IDM_EMAIL_PORT: '1' });
    announcements = context.get(Announcements);
  });
  afterEach(() => context.close());

  const addressesOf = (to: string, target = '') =>
    announcements.addressesOf({ subject: 's', body: 'b', to, target });

  it('goes to all enabled users, those of organizations, or those listed', async () => {
    const one = await addUser(context, { id: '1', email: 'one@city.example' });
    const two = await addUser(context, { id: '2', email: 'two@city.example' });
    const off = await addUser(context, { id: '3', enabled: false });
    const { id: organizationId } = await addOrganization(context);
    for (const userId of [two.id, off.id])
      await context.rows.insert(MembershipRow, { userId, organizationId, role: 'member' });
    expect(await addressesOf('all')).toEqual([one.email, two.email]);
    expect(await addressesOf('organization', organizationId)).toEqual([two.email]);
    expect(await addressesOf('users', `${one.id}, ${off.id}\n unknown`)).toEqual([one.email]);
    const nobody = new Invalid('target', 'notFoundHere');
    await expect(addressesOf('users')).rejects.toEqual(nobody);
    await expect(addressesOf('users', off.id)).rejects.toEqual(nobody);
    await expect(addressesOf('organization', one.id)).rejects.toEqual(nobody);
  });

  it('is in the audit log with the number of its mails', async () => {
    const actor = actorFor(await addUser(context, { admin: true }));
    const input = { subject: 'Works', body: 'b', to: 'all', target: '' };
    announcements.send(actor, input, await announcements.addressesOf(input));
    expect(await context.audited()).toEqual([['users.notify', 'all']]);
  });
});
