import { ApplicationRow } from '../../database/entities/application.row';
import { ImageRow } from '../../database/entities/image.row';
import { OrganizationRow } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { addApplication, addOrganization, addUser } from '../../database/test-rows';
import { actorFor, BROKEN, openTestContext, TestClock, type TestContext } from '../../test-context';
import type { Actor } from '../audit/actor';
import { StateChanges } from '../changes/state-changes';
import { ImagesModule } from './images.module';
import type { ImageOwner } from './images.repository';
import { Images, mostImageBytes } from './images.service';

/** One transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let context: TestContext;
let images: Images;
const told: string[] = [];
beforeAll(async () => {
  context = await openTestContext([ImagesModule], {}, new TestClock(5_000));
  images = context.get(Images);
  const changes = context.get(StateChanges);
  changes.on('user', ({ userId }) => told.push(`users ${userId}`));
  changes.on('application', ({ applicationId }) => told.push(`applications ${applicationId}`));
});
afterAll(() => context.close());

let actor: Actor;
beforeEach(async () => {
  actor = actorFor(await addUser(context));
  told.length = 0;
});

const owners: Readonly<
  Record<
    ImageOwner,
    { readonly add: () => Promise<{ readonly id: string }>; readonly shown: (id: string) => Promise<string> }
  >
> = {
  users: {
    add: () => addUser(context),
    shown: async (id) => (await context.rows.findOneByOrFail(UserRow, { id })).image,
  },
  applications: {
    add: () => addApplication(context),
    shown: async (id) => (await context.rows.findOneByOrFail(ApplicationRow, { id })).image,
  },
  organizations: {
    add: () => addOrganization(context),
    shown: async (id) => (await context.rows.findOneByOrFail(OrganizationRow, { id })).image,
  },
};
const events = {
  users: 'user.update',
  applications: 'application.update',
  organizations: 'organization.update',
};

describe.each(Object.keys(owners) as ImageOwner[])('A picture of %s', (kind) => {
  const { add, shown } = owners[kind];
  let id: string;
  beforeEach(async () => {
    id = (await add()).id;
  });
  const line = () => ({
    event: events[kind],
    outcome: 'success',
    subject: id,
    applicationId: kind === 'applications' ? id : null,
    details: { members: ['image'] },
  });
  const isTold = (times: number) => Array<string>(kind === 'organizations' ? 0 : times).fill(`${kind} ${id}`);

  it('is shown from now on, in place of the one before, which is gone', async () => {
    const other = await add();
    await images.set(actor, kind, other.id, pixel);
    const kept = await shown(other.id);
    expect(await images.set(actor, kind, id, pixel)).toBe(true);
    const first = await shown(id);
    expect(await images.find(first)).toEqual({ mediaType: 'image/png', content: pixel });
    expect(await images.set(actor, kind, id, pixel)).toBe(true);
    expect(await images.find(first)).toBeUndefined();
    expect(await shown(id)).not.toBe(first);
    expect(await images.find(kept)).toBeDefined();
    expect(told.filter((each) => each.endsWith(id))).toEqual(isTold(2));
    expect((await context.auditedOf(actor)).slice(1)).toMatchObject([line(), line()]);
  });

  it('is removed, once or twice, and that of no other', async () => {
    const other = await add();
    for (const each of [id, other.id]) await images.set(actor, kind, each, pixel);
    const image = await shown(id);
    for (let times = 0; times < 2; times++) await images.remove(actor, kind, id);
    expect([await shown(id), await images.find(image)]).toEqual(['default', undefined]);
    expect(await images.find(await shown(other.id))).toBeDefined();
  });

  it.each([
    ['no picture', Buffer.from('<svg/>')],
    ['nothing', Buffer.alloc(0)],
    ['a page that looks like one', Buffer.concat([pixel, Buffer.from('<script>')])],
    ['too large', Buffer.concat([pixel, Buffer.alloc(mostImageBytes)])],
  ])('is none that is %s: the old one is shown', async (_what, file) => {
    await images.set(actor, kind, id, pixel);
    const before = await shown(id);
    const stranger = actorFor(await addUser(context));
    expect(await images.set(stranger, kind, id, file)).toBe(false);
    expect([await shown(id), await images.find(before)]).toEqual([
      before,
      { mediaType: 'image/png', content: pixel },
    ]);
    expect(await context.auditedOf(stranger)).toEqual([]);
  });

  it.each(['INSERT ON images', 'DELETE ON images'])('is the old one when %s fails', async (write) => {
    await images.set(actor, kind, id, pixel);
    const before = await shown(id);
    const set = () => images.set(actor, kind, id, pixel);
    await expect(context.whileBroken(write, set)).rejects.toThrow(BROKEN);
    expect([await shown(id), (await images.find(before))?.content]).toEqual([before, pixel]);
    expect(await context.auditedOf(actor)).toHaveLength(1);
  });
});

describe('A picture', () => {
  it('stands beside the others, of one byte more or less than is taken', async () => {
    const { id } = await addUser(context);
    const sized = (bytes: number) => {
      const comment = Buffer.alloc(bytes - pixel.length);
      comment.writeUInt32BE(comment.length - 12, 0);
      comment.write('tEXt', 4, 'latin1');
      // Before the end of the picture, which is its last chunk.
      return Buffer.concat([pixel.subarray(0, -12), comment, pixel.subarray(-12)]);
    };
    expect(await images.set(actor, 'users', id, sized(mostImageBytes))).toBe(true);
    expect(await images.set(actor, 'users', id, sized(mostImageBytes + 1))).toBe(false);
  });

  it.each(['', 'default', '%', `' OR '1'='1`, '../x', 'x'.repeat(10_000)])(
    'is none by the name %#',
    async (name) => {
      await images.set(actor, 'users', actor.user.id, pixel);
      expect(await images.find(name)).toBeUndefined();
    },
  );

  it('is none by a name with a NUL, which PostgreSQL would not be asked for', async () => {
    const row = { mediaType: 'image/png', content: pixel.toString('base64'), createdAt: 0 } as const;
    await context.rows.insert(ImageRow, { id: 'a\0b', ...row });
    expect(await images.find('a\0b')).toBeUndefined();
  });
});
