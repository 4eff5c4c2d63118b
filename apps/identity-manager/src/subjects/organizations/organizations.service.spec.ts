import { MembershipRow, OrganizationRow } from '../../database/entities/organization.row';
import { RoleAssignmentRow } from '../../database/entities/role.row';
import { UserRow } from '../../database/entities/user.row';
import {
  addApplication,
  addAssignment,
  addMember,
  addOrganization,
  addRole,
  addUser,
} from '../../database/test-rows';
import { actorFor, BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges } from '../changes/state-changes';
import { OrganizationMembers } from './organization-members.service';
import type { ChangeOrganization } from './organization-input';
import { OrganizationsModule } from './organizations.module';
import { OrganizationsService } from './organizations.service';

const clock = new TestClock(1_000);
let context: TestContext;
let organizations: OrganizationsService;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([OrganizationsModule], {}, clock);
  organizations = context.get(OrganizationsService);
  context.get(StateChanges).on('organization', ({ organizationId }) => told.push(organizationId));
});
afterAll(() => context.close());

let ana: UserRow;
let actor: Actor;
beforeEach(async () => {
  ana = await addUser(context);
  actor = actorFor(ana);
  told.length = 0;
});

const stored = (id: string) => context.rows.findOneBy(OrganizationRow, { id });
const eventsOf = async (who: Actor) => (await context.auditedOf(who)).map(({ event }) => event);

describe('A new organization', () => {
  it.each([
    ['nothing but a name', { name: 'water works' }, { description: null, website: null }],
    [
      'all that it can have',
      { name: "Agüa 'n' <b>", description: 'one\ntwo', website: 'https://w.example' },
      { description: 'one\ntwo', website: 'https://w.example' },
    ],
    ['what is null', { name: 'x', description: null, website: null }, { description: null, website: null }],
  ])('of %s belongs to whoever makes it', async (_what, input, rest) => {
    clock.set(1_234);
    const organization = await organizations.create(actor, input);
    expect(organization).toEqual({
      id: expect.any(String),
      name: input.name,
      ...rest,
      image: 'default',
      createdAt: 1_234,
    });
    expect(await stored(organization.id)).toEqual(organization);
    expect(await organizations.find(organization.id)).toEqual(organization);
    expect(await organizations.ofUser(ana.id)).toEqual([{ role: 'owner', organization }]);
    expect(await context.get(OrganizationMembers).list(organization)).toHaveLength(1);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'organization.create', outcome: 'success', subject: organization.id, address: '192.0.2.1' },
    ]);
  });

  it('is not there when its owner could not be written, or is gone', async () => {
    const before = await context.rows.count(OrganizationRow);
    const make = () => organizations.create(actor, { name: 'never' });
    await expect(context.whileBroken('INSERT ON memberships', make)).rejects.toThrow(BROKEN);
    await context.rows.delete(UserRow, { id: ana.id });
    await expect(make()).rejects.toThrow();
    expect(await context.rows.count(OrganizationRow)).toBe(before);
    expect(await eventsOf(actor)).toEqual([]);
  });

  it('may have the name of another: ids tell them apart', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => organizations.create(actor, { name: 'twin' })));
    expect(one!.id).not.toBe(two!.id);
    expect(await organizations.ofUser(ana.id)).toHaveLength(2);
  });
});

describe('A changed organization', () => {
  const before = { name: 'old', description: 'old', website: 'https://old.example' };
  const changed = async (given: Partial<OrganizationRow>, input: ChangeOrganization) => {
    const organization = await addOrganization(context, { ...before, ...given });
    const after = await organizations.change(actor, organization, input);
    expect(await stored(organization.id)).toEqual(after);
    return { organization, after };
  };

  it.each<[ChangeOrganization, Partial<OrganizationRow>, string[]]>([
    [{ name: 'new' }, { name: 'new' }, ['name']],
    [{ description: null }, { description: null }, ['description']],
    [
      { website: null, description: 'new' },
      { website: null, description: 'new' },
      ['description', 'website'],
    ],
    [{ name: 'new', description: '', website: '' }, { name: 'new' }, ['name']],
  ])('by %j', async (input, difference, members) => {
    const { organization, after } = await changed({}, input);
    expect(after).toEqual({ ...organization, ...difference });
    expect(told).toEqual([organization.id]);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'organization.update', subject: organization.id, details: { members } },
    ]);
  });

  it.each<[Partial<OrganizationRow>, ChangeOrganization]>([
    [{}, {}],
    [{}, before],
    [{}, { description: '', website: '' }],
    [{ description: null }, { description: null }],
    [{}, JSON.parse('{"__proto__":{"name":"x"},"constructor":1}') as ChangeOrganization],
  ])('that was %j is none by %j: nothing is written, told or noted', async (given, input) => {
    const { organization, after } = await changed(given, input);
    expect(after).toBe(organization);
    expect([told, await eventsOf(actor)]).toEqual([[], []]);
  });

  it('keeps both of two changes that knew nothing of each other', async () => {
    const organization = await addOrganization(context, before);
    await Promise.all([
      organizations.change(actor, organization, { name: 'new' }),
      organizations.change(actor, organization, { description: 'newer' }),
    ]);
    expect(await stored(organization.id)).toEqual({ ...organization, name: 'new', description: 'newer' });
  });

  it('is what it was when the write fails', async () => {
    const organization = await addOrganization(context, before);
    const broken = context.whileBroken('UPDATE ON organizations', () =>
      organizations.change(actor, organization, { name: 'new' }),
    );
    await expect(broken).rejects.toThrow(BROKEN);
    expect(await stored(organization.id)).toEqual(organization);
    expect([told, await eventsOf(actor)]).toEqual([[], []]);
  });
});

describe('A deleted organization', () => {
  it('goes with its memberships and the roles given to it, and no other goes', async () => {
    const [gone, stays] = [await addOrganization(context), await addOrganization(context)];
    const { id: applicationId } = await addApplication(context);
    const role = await addRole(context, applicationId);
    for (const { id: organizationId } of [gone, stays]) {
      await addMember(context, organizationId, ana.id, 'owner');
      await addAssignment(context, applicationId, role.id, { organizationId, roleOrganization: 'member' });
    }
    await organizations.delete(actor, gone);
    expect(await stored(gone.id)).toBeNull();
    expect(await organizations.ofUser(ana.id)).toEqual([{ role: 'owner', organization: stays }]);
    expect(await context.rows.findBy(MembershipRow, { userId: ana.id })).toHaveLength(1);
    expect(await context.rows.findBy(RoleAssignmentRow, { applicationId })).toMatchObject([
      { organizationId: stays.id },
    ]);
    expect(told).toEqual([gone.id]);
    expect(await context.auditedOf(actor)).toMatchObject([
      { event: 'organization.delete', subject: gone.id },
    ]);
  });
});

describe('The organizations of a user', () => {
  it('are listed from the oldest on, each with what the user is there', async () => {
    const add = async (name: string, createdAt: number, role: 'owner' | 'member') => {
      const { id } = await addOrganization(context, { name, createdAt });
      await addMember(context, id, ana.id, role);
    };
    await add('third', 3, 'member');
    await add('first', 1, 'owner');
    await add('second', 2, 'member');
    await addMember(context, (await addOrganization(context)).id, (await addUser(context)).id, 'owner');
    const listed = await organizations.ofUser(ana.id);
    expect(listed.map(({ role, organization: { name } }) => `${name} ${role}`)).toEqual([
      'first owner',
      'second member',
      'third member',
    ]);
  });

  it.each(['', '%', `' OR '1'='1`, 'nobody'])('are none for %j', async (id) => {
    expect(await organizations.ofUser(id)).toEqual([]);
    expect(await organizations.find(id)).toBeNull();
  });
});
