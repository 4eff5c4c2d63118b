import { RememberedDeviceRow } from '../../database/entities/user.row';
import type { UserRow } from '../../database/entities/user.row';
import { addUser } from '../../database/test-rows';
import { NotFound } from '../../faults/faults';
import { openTestContext, TestClock, type TestContext } from '../../test-context';
import { RememberedDevices, rememberedMs } from './remembered-devices.service';
import { SessionsModule } from './sessions.module';

const clock = new TestClock(1_000);
let context: TestContext;
let devices: RememberedDevices;
let user: UserRow;
beforeAll(async () => {
  context = await openTestContext([SessionsModule], {}, clock);
  devices = context.get(RememberedDevices);
});
afterAll(() => context.close());
beforeEach(async () => {
  user = await addUser(context);
});

describe('A browser that skips the second factor', () => {
  it('does so for thirty days, and its key is kept as a digest', async () => {
    const key = await devices.remember(user.id);
    const rows = await context.rows.findBy(RememberedDeviceRow, { userId: user.id });
    expect(JSON.stringify(rows)).not.toContain(key);
    clock.pass(rememberedMs - 1);
    expect(await devices.isRemembered(user.id, key)).toBe(true);
    clock.pass(1);
    expect(await devices.isRemembered(user.id, key)).toBe(false);
  });

  it('does so for its user only, beside other browsers of theirs', async () => {
    const stranger = await addUser(context);
    const keys = [await devices.remember(user.id), await devices.remember(user.id)];
    for (const key of keys) {
      expect(await devices.isRemembered(user.id, key)).toBe(true);
      expect(await devices.isRemembered(stranger.id, key)).toBe(false);
    }
  });

  it.each([undefined, '', '%', `' OR '1'='1`, 'x'.repeat(100_000), '\0'])(
    'is none with the key %#',
    async (key) => {
      await devices.remember(user.id);
      expect(await devices.isRemembered(user.id, key)).toBe(false);
    },
  );

  it('is forgotten with its user', async () => {
    await devices.remember(user.id);
    await context.rows.query('DELETE FROM users WHERE id = ?', [user.id]);
    expect(await context.rows.countBy(RememberedDeviceRow, { userId: user.id })).toBe(0);
    await expect(devices.remember(user.id)).rejects.toEqual(new NotFound('user'));
  });
});
