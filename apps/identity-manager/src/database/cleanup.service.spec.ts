import { openTestContext, TestClock, type TestContext } from '../test-context';
import { CleanupService } from './cleanup.service';
import { OpenIdGrantRow } from './entities/openid.row';
import { AccessTokenRow, RefreshTokenRow } from './entities/token.row';
import { WebSessionRow } from './entities/web-session.row';
import { addApplication, addUser } from './test-rows';

const DAY_MS = 86_400_000;
const clock = new TestClock(10 * DAY_MS);

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext([], {}, clock);
});
afterAll(() => context.close());

it('what is kept of a grant goes with the last of its tokens and its session', async () => {
  const { id: userId } = await addUser(context);
  const { id: applicationId } = await addApplication(context);
  const now = clock.now();
  const expiresAt = now + DAY_MS;
  const of = (familyId: string) => ({ familyId, applicationId, userId, createdAt: now });
  for (const familyId of ['gone', 'access', 'refresh', 'session', 'young'])
    await context.rows.insert(OpenIdGrantRow, {
      ...of(familyId),
      sid: familyId,
      createdAt: familyId === 'young' ? now - DAY_MS : now - DAY_MS - 1,
    });
  await context.rows.insert(AccessTokenRow, {
    ...of('access'),
    tokenHash: 'a',
    kind: 'bearer',
    grantType: 'code',
    expiresAt,
  });
  await context.rows.insert(RefreshTokenRow, {
    ...of('refresh'),
    tokenHash: 'r',
    kind: 'bearer',
    authTime: 0,
    expiresAt,
  });
  await context.rows.insert(WebSessionRow, {
    sessionHash: 's',
    sid: 'session',
    userId,
    authTime: 0,
    lastSeenAt: 0,
    expiresAt,
    createdAt: 0,
  });
  expect(await context.get(CleanupService).run()).toBe(1);
  const left = await context.rows.find(OpenIdGrantRow);
  expect(left.map(({ familyId }) => familyId).toSorted()).toEqual(['access', 'refresh', 'session', 'young']);
});
