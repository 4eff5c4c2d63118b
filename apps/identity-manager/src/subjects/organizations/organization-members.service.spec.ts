import { MembershipRow, type OrganizationRow } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { addMember, addOrganization, addUser } from '../../database/test-rows';
import { Conflict, NotFound } from '../../faults/faults';
import { actorFor, BROKEN, openTestContext, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges } from '../changes/state-changes';
import { OrganizationMembers } from './organization-members.service';
import { OrganizationsModule } from './organizations.module';

type Role = 'owner' | 'member' | 'nobody';

let context: TestContext;
let members: OrganizationMembers;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([OrganizationsModule]);
  members = context.get(OrganizationMembers);
  context.get(StateChanges).on('memberships', ({ userId }) => told.push(userId));
});
afterAll(() => context.close());

let organization: OrganizationRow;
let ana: UserRow;
let bob: UserRow;
let actor: Actor;
beforeEach(async () => {
  organization = await addOrganization(context);
  [ana, bob] = [await addUser(context), await addUser(context)];
  actor = actorFor(ana);
  told.length = 0;
});

const roleOf = async (user: UserRow): Promise<Role> =>
  (await members.find(organization, user))?.role ?? 'nobody';
const is = async (user: UserRow, role: Role) => {
  if (role !== 'nobody') await addMember(context, organization.id, user.id, role);
};
const outcomes = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((each) =>
    each.status === 'fulfilled' ? 'done' : String(each.reason),
  );
/** Of two that ask for the same, either may be first. */
const eitherOf = async (work: readonly Promise<unknown>[]) => (await outcomes(work)).toSorted();
const notThere = 'Error: no memberships';
const lastOwner = 'Error: : lastOwnerOfOrganization';

describe('Somebody put into an organization', () => {
  it.each<[Role, 'owner' | 'member']>([
    ['nobody', 'member'],
    ['nobody', 'owner'],
    ['member', 'owner'],
    ['member', 'member'],
    ['owner', 'owner'],
    ['owner', 'member'],
  ])('who was %s becomes %s, and nobody else becomes anything', async (before, after) => {
    await is(ana, 'owner');
    await is(bob, before);
    const elsewhere = await addOrganization(context);
    await addMember(context, elsewhere.id, bob.id, 'member');
    await members.put(actor, organization, bob, after);
    expect([await roleOf(ana), await roleOf(bob)]).toEqual(['owner', after]);
    expect((await members.find(elsewhere, bob))?.role).toBe('member');
    expect(await members.list(organization)).toHaveLength(2);
    expect(told).toEqual([bob.id]);
    expect(await context.auditedOf(actor)).toMatchObject([
      {
        event: 'organization.member.assign',
        outcome: 'success',
        subject: organization.id,
        applicationId: null,
        address: '192.0.2.1',
        details: { user: bob.id, role: after },
      },
    ]);
  });

  it('stays owner when there is no other, and nothing is noted', async () => {
    await is(ana, 'owner');
    await is(bob, 'member');
    await expect(members.put(actor, organization, ana, 'member')).rejects.toEqual(
      new Conflict('', 'lastOwnerOfOrganization'),
    );
    expect(await roleOf(ana)).toBe('owner');
    expect([told, await context.auditedOf(actor)]).toEqual([[], []]);
  });

  it('is what they were when the write fails', async () => {
    await is(ana, 'owner');
    await is(bob, 'owner');
    for (const [write, user, role] of [
      ['UPDATE ON memberships', bob, 'member'],
      ['INSERT ON memberships', await addUser(context), 'member'],
    ] as const) {
      const before = await roleOf(user);
      const broken = context.whileBroken(write, () => members.put(actor, organization, user, role));
      await expect(broken).rejects.toThrow(BROKEN);
      expect(await roleOf(user)).toBe(before);
    }
    expect([told, await context.auditedOf(actor)]).toEqual([[], []]);
  });

  it.each([
    ['the user', () => context.rows.delete(UserRow, { id: bob.id })],
    [
      'the organization',
      () => context.rows.query('DELETE FROM organizations WHERE id = ?', [organization.id]),
    ],
  ])('is nobody there when %s is gone meanwhile', async (_what, leave) => {
    await leave();
    await expect(members.put(actor, organization, bob, 'member')).rejects.toThrow();
    expect(await context.rows.countBy(MembershipRow, { organizationId: organization.id })).toBe(0);
    expect([told, await context.auditedOf(actor)]).toEqual([[], []]);
  });
});

describe('Somebody taken out of an organization', () => {
  it.each<[Role, 'owner' | 'member', boolean]>([
    ['member', 'member', true],
    ['owner', 'owner', true],
    ['member', 'owner', false],
    ['owner', 'member', false],
    ['nobody', 'member', false],
    ['nobody', 'owner', false],
  ])('who was %s leaves as %s: %j', async (before, as, leaves) => {
    await is(ana, 'owner');
    await is(bob, before);
    const removal = members.remove(actor, organization, bob, as);
    await (leaves ? removal : expect(removal).rejects.toEqual(new NotFound('memberships')));
    expect(await roleOf(bob)).toBe(leaves ? 'nobody' : before);
    expect(told).toEqual(leaves ? [bob.id] : []);
    expect(await context.auditedOf(actor)).toMatchObject(
      leaves
        ? [
            {
              event: 'organization.member.remove',
              subject: organization.id,
              details: { user: bob.id, role: as },
            },
          ]
        : [],
    );
  });

  it('stays when they are the only owner, whoever else belongs to it', async () => {
    await is(ana, 'owner');
    await is(bob, 'member');
    await expect(members.remove(actor, organization, ana, 'owner')).rejects.toEqual(
      new Conflict('', 'lastOwnerOfOrganization'),
    );
    expect(await roleOf(ana)).toBe('owner');
  });

  it('may be the owner of another organization only', async () => {
    const other = await addOrganization(context);
    await addMember(context, other.id, ana.id, 'owner');
    await is(ana, 'owner');
    await expect(members.remove(actor, organization, ana, 'owner')).rejects.toThrow(Conflict);
    await is(bob, 'owner');
    await members.remove(actor, organization, ana, 'owner');
    expect((await members.find(other, ana))?.role).toBe('owner');
  });
});

describe('Two requests at once', () => {
  beforeEach(() => is(ana, 'owner'));

  it('make somebody a member once', async () => {
    const both = [1, 2].map(() => members.put(actor, organization, bob, 'member'));
    expect(await outcomes(both)).toEqual(['done', 'done']);
    expect(await members.list(organization)).toHaveLength(2);
  });

  it('take somebody out once: the other is told that nobody was there', async () => {
    await is(bob, 'member');
    const both = [1, 2].map(() => members.remove(actor, organization, bob, 'member'));
    expect(await eitherOf(both)).toEqual([notThere, 'done']);
    expect(await context.auditedOf(actor)).toHaveLength(1);
  });

  it('of which one makes an owner and one takes the member out agree on who is there', async () => {
    await is(bob, 'member');
    const promotedFirst = [
      members.put(actor, organization, bob, 'owner'),
      members.remove(actor, organization, bob, 'member'),
    ];
    expect(await outcomes(promotedFirst)).toEqual(['done', notThere]);
    expect(await roleOf(bob)).toBe('owner');
  });

  it('of which one takes the member out and one makes an owner end with the owner', async () => {
    await is(bob, 'member');
    const removedFirst = [
      members.remove(actor, organization, bob, 'member'),
      members.put(actor, organization, bob, 'owner'),
    ];
    expect(await outcomes(removedFirst)).toEqual(['done', 'done']);
    expect(await roleOf(bob)).toBe('owner');
  });

  it.each<['remove' | 'put', 'remove' | 'put']>([
    ['remove', 'remove'],
    ['remove', 'put'],
    ['put', 'put'],
  ])('by which the last two owners %s and %s leave one', async (first, second) => {
    await is(bob, 'owner');
    const leave = (what: 'remove' | 'put', user: UserRow) =>
      what === 'remove'
        ? members.remove(actor, organization, user, 'owner')
        : members.put(actor, organization, user, 'member');
    expect(await eitherOf([leave(first, ana), leave(second, bob)])).toEqual([lastOwner, 'done']);
    expect(
      await context.rows.countBy(MembershipRow, { organizationId: organization.id, role: 'owner' }),
    ).toBe(1);
  });
});

describe('Who rules an organization', () => {
  it.each<[Role, boolean]>([
    ['owner', true],
    ['member', false],
    ['nobody', false],
  ])('is asked of an %s: %j, administrator or not', async (role, rules) => {
    const admin = await addUser(context, { admin: true });
    for (const user of [bob, admin]) {
      await is(user, role);
      expect(await members.owns(user, organization.id)).toBe(rules);
    }
  });

  it.each([`' OR '1'='1`, '%', '_', '', 'toString', '\ud800'])('is nobody of %j', async (id) => {
    await is(ana, 'owner');
    expect(await members.owns(ana, id)).toBe(false);
    expect(await members.list({ id })).toEqual([]);
    expect(await members.find({ id }, ana)).toBeNull();
  });
});
