import { MembershipRow, OrganizationRow } from '../../database/entities/organization.row';
import type { UserRow } from '../../database/entities/user.row';
import { addMember, addOrganization, addUser } from '../../database/test-rows';
import { Conflict, NotFound } from '../../faults/faults';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { MemberLists } from './member-lists.service';
import { OrganizationMembers } from './organization-members.service';
import { OrganizationsModule } from './organizations.module';
import { OrganizationsService } from './organizations.service';

let context: TestContext;
let ana: UserRow;
let bob: UserRow;
let actor: Actor;
beforeEach(async () => {
  context = await openTestContext([OrganizationsModule]);
  ana = await addUser(context, { username: 'ana' });
  bob = await addUser(context, { username: 'bob' });
  actor = actorFor(ana);
});
afterEach(() => context.close());

describe('Organizations', () => {
  let organizations: OrganizationsService;
  beforeEach(() => {
    organizations = context.get(OrganizationsService);
  });
  const stored = (id: string) => context.rows.findOneBy(OrganizationRow, { id });

  it('belong to whoever creates them', async () => {
    const organization = await organizations.create(actor, { name: 'water works' });
    expect(await stored(organization.id)).toEqual(organization);
    expect(organization).toMatchObject({ description: null, website: null, image: 'default' });
    expect(await organizations.ofUser(ana.id)).toEqual([{ role: 'owner', organization }]);
    expect(await organizations.ofUser(bob.id)).toEqual([]);
    expect(await context.audited()).toEqual([['organization.create', organization.id]]);
  });

  it('are changed: empty texts say nothing, null clears', async () => {
    const before = await addOrganization(context, { description: 'old', website: 'https://a.example' });
    expect(await organizations.change(actor, before, { description: '' })).toEqual(before);
    expect(await context.audited()).toEqual([]);
    const after = await organizations.change(actor, before, { name: 'new', website: null });
    expect(after).toEqual({ ...before, name: 'new', website: null });
    expect(await stored(before.id)).toEqual(after);
    expect(await context.audited()).toEqual([['organization.update', before.id]]);
  });

  it('keep both of two changes that knew nothing of each other', async () => {
    const before = await addOrganization(context, { description: 'old' });
    await organizations.change(actor, before, { name: 'new' });
    await organizations.change(actor, before, { description: 'newer' });
    expect(await stored(before.id)).toEqual({ ...before, name: 'new', description: 'newer' });
  });

  it('go with their memberships', async () => {
    const organization = await organizations.create(actor, { name: 'water works' });
    await organizations.delete(actor, organization);
    expect(await stored(organization.id)).toBeNull();
    expect(await context.rows.countBy(MembershipRow, { userId: ana.id })).toBe(0);
  });
});

describe('Members', () => {
  let members: OrganizationMembers;
  let organization: OrganizationRow;
  beforeEach(async () => {
    members = context.get(OrganizationMembers);
    organization = await addOrganization(context);
    await addMember(context, organization.id, ana.id, 'owner');
  });
  const roles = async () => {
    const search = { organizationId: organization.id, text: '' };
    const part = { sort: 'name', descending: false, limit: 10, offset: 0 } as const;
    return (await context.get(MemberLists).page(search, part)).map(({ name, role }) => `${name} ${role}`);
  };

  it('have one role at a time', async () => {
    await members.put(actor, organization, bob, 'member');
    await members.put(actor, organization, bob, 'member');
    expect(await roles()).toEqual(['ana owner', 'bob member']);
    await members.put(actor, organization, bob, 'owner');
    expect(await roles()).toEqual(['ana owner', 'bob owner']);
    expect(await members.list(organization)).toHaveLength(2);
    expect(await members.owns(bob, organization.id)).toBe(true);
  });

  it('become members once, however many ask at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => members.put(actor, organization, bob, 'member')));
    expect(await roles()).toEqual(['ana owner', 'bob member']);
  });

  it('leave as what they are', async () => {
    await members.put(actor, organization, bob, 'member');
    await expect(members.remove(actor, organization, bob, 'owner')).rejects.toEqual(
      new NotFound('memberships'),
    );
    await members.remove(actor, organization, bob, 'member');
    expect(await members.find(organization, bob)).toBeNull();
    expect(await context.audited()).toEqual([
      ['organization.member.assign', organization.id],
      ['organization.member.remove', organization.id],
    ]);
  });

  it('always have an owner among them', async () => {
    const refused = new Conflict('', 'lastOwnerOfOrganization');
    await expect(members.remove(actor, organization, ana, 'owner')).rejects.toEqual(refused);
    await expect(members.put(actor, organization, ana, 'member')).rejects.toEqual(refused);
    expect(await roles()).toEqual(['ana owner']);
    await members.put(actor, organization, bob, 'owner');
    const leaving = [ana, bob].map((user) => members.remove(actor, organization, user, 'owner'));
    const outcomes = (await Promise.allSettled(leaving)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await roles()).toHaveLength(1);
  });

  it('are ruled by owners, and by administrators where these manage everything', async () => {
    const admin = await addUser(context, { admin: true });
    expect(await members.owns(ana, organization.id)).toBe(true);
    expect(await members.owns(admin, organization.id)).toBe(false);
    const other = await openTestContext([OrganizationsModule], { IDM_ADMIN_FULL: 'true' });
    try {
      expect(await other.get(OrganizationMembers).owns(admin, organization.id)).toBe(true);
    } finally {
      await other.close();
    }
  });
});
