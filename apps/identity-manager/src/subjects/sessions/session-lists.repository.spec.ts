import type { ListPart } from '@smart-city/lists';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { addUser } from '../../database/test-rows';
import { openTestContext, type TestContext } from '../../test-context';
import { SessionListsRepository, type SessionSort } from './session-lists.repository';
import { SessionsModule } from './sessions.module';

const NOW = 1_000_000;
const IDLE_SINCE = NOW - 1_000;

/** By hash; what is not said is as of a login that lives. */
const given: Readonly<Record<string, Partial<WebSessionRow>>> = {
  a: { browser: 'Firefox 128, Linux', address: '192.0.2.7', authTime: 10, lastSeenAt: NOW - 30 },
  b: { browser: 'chrome 126, Windows', address: '192.0.2.10', authTime: 30, lastSeenAt: NOW - 20 },
  c: { browser: 'Águila_1', address: null, authTime: 20, lastSeenAt: NOW - 40 },
  // From an older release, and one that told nothing.
  d: { browser: null, userAgent: 'Mozilla/5.0 (iPad)', authTime: 40, lastSeenAt: NOW - 10 },
  e: { browser: null, userAgent: null, authTime: 5, lastSeenAt: NOW - 50 },
  pending: { browser: 'Firefox', secondFactorPending: true },
  over: { browser: 'Firefox', expiresAt: NOW },
  idle: { browser: 'Firefox', lastSeenAt: IDLE_SINCE },
};

let context: TestContext;
let lists: SessionListsRepository;
let userId: string;
beforeAll(async () => {
  context = await openTestContext([SessionsModule]);
  lists = context.get(SessionListsRepository);
  userId = (await addUser(context)).id;
  const strange = { browser: 'Firefox', userId: (await addUser(context)).id };
  for (const [sessionHash, row] of Object.entries({ ...given, strange }))
    await context.rows.insert(WebSessionRow, {
      ...{ sessionHash, userId, oauthSignIn: false, secondFactorPending: false, userAgent: 'Mozilla' },
      ...{ address: '2001:db8::1', authTime: 1, lastSeenAt: NOW - 1, expiresAt: NOW + 1, createdAt: 1 },
      ...row,
    });
});
afterAll(() => context.close());

const usual: ListPart<SessionSort> = { sort: 'seen', descending: true, limit: 20, offset: 0 };
const found = async (text: string, part: Partial<ListPart<SessionSort>> = {}) => {
  const rows = await lists.page({ userId, text }, NOW, IDLE_SINCE, { ...usual, ...part });
  return rows.map(({ sessionHash }) => sessionHash).join('');
};

describe('The logins of a user', () => {
  it.each([
    ['', 'dbace'],
    ['FIREFOX', 'a'],
    ['128, linux', 'a'],
    ['aguila', 'c'],
    ['192.0.2.1', 'b'],
    ['2001:DB8', 'de'],
    ['ipad', 'd'],
    ['_', 'c'],
    ['%', ''],
    ["' OR 1=1 --", ''],
  ])('that have %j in browser or address are %j, those that live', async (text, hashes) => {
    expect(await found(text)).toBe(hashes);
    expect(await lists.count({ userId, text }, NOW, IDLE_SINCE)).toBe(hashes.length);
  });

  it.each<[SessionSort, string]>([
    ['browser', 'ecbad'],
    ['address', 'cbade'],
    ['since', 'eacbd'],
    ['seen', 'ecabd'],
  ])('are ordered by %s, both ways, and cut into pages', async (sort, hashes) => {
    expect(await found('', { sort, descending: false })).toBe(hashes);
    const back = hashes.split('').reverse().join('');
    expect(await found('', { sort })).toBe(back);
    expect(await found('', { sort, limit: 2, offset: 2 })).toBe(back.slice(2, 4));
  });

  it('are none of somebody unknown', async () => {
    expect(await lists.count({ userId: '%', text: '' }, NOW, IDLE_SINCE)).toBe(0);
  });
});
