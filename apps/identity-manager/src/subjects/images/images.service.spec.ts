import { ImageRow } from '../../database/entities/image.row';
import { UserRow } from '../../database/entities/user.row';
import { addApplication, addUser } from '../../database/test-rows';
import { actorFor, openTestContext, type TestContext } from '../../test-context';
import { ImagesModule } from './images.module';
import { Images, mostImageBytes } from './images.service';

/** One transparent pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('A picture', () => {
  let context: TestContext;
  let images: Images;
  let user: UserRow;
  beforeEach(async () => {
    context = await openTestContext([ImagesModule]);
    images = context.get(Images);
    user = await addUser(context);
  });
  afterEach(() => context.close());

  const shown = async () => (await context.rows.findOneByOrFail(UserRow, { id: user.id })).image;

  it('is shown from now on in place of the one before, and noted', async () => {
    expect(await images.set(actorFor(user), 'users', user.id, pixel)).toBe(true);
    const first = await shown();
    expect(await images.find(first)).toEqual({ mediaType: 'image/png', content: pixel });
    await images.set(actorFor(user), 'users', user.id, pixel);
    expect(await images.find(first)).toBeUndefined();
    expect(await context.rows.count(ImageRow)).toBe(1);
    expect(await context.audited()).toEqual([
      ['user.update', user.id],
      ['user.update', user.id],
    ]);
  });

  it('is removed with what was shown', async () => {
    const { id } = await addApplication(context);
    await images.set(actorFor(user), 'users', user.id, pixel);
    await images.set(actorFor(user), 'applications', id, pixel);
    await images.remove(actorFor(user), 'users', user.id);
    expect(await shown()).toBe('default');
    expect(await context.rows.count(ImageRow)).toBe(1);
  });

  it.each([
    ['what is no picture', Buffer.from('<svg/>')],
    ['too large a file', Buffer.concat([pixel, Buffer.alloc(mostImageBytes)])],
  ])('is not %s', async (_case, file) => {
    expect(await images.set(actorFor(user), 'users', user.id, file)).toBe(false);
    expect([await shown(), await context.audited()]).toEqual(['default', []]);
  });
});
