import { createSecretKey } from 'node:crypto';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { AccessTokenRow, ApiTokenRow, RefreshTokenRow } from '../../database/entities/token.row';
import { PermissionRow, RoleAssignmentRow, RoleRow } from '../../database/entities/role.row';
import { ApplicationRow, PepProxyRow } from '../../database/entities/application.row';
import { UserRow } from '../../database/entities/user.row';
import { openMemoryDatabase, type MemoryDatabase } from '../../database/memory-database';
import { SecretCipher } from '../../database/secret-cipher';
import { addUser } from '../../database/test-rows';
import { KeyrockImport } from './import-keyrock';
import type { KeyrockRow, KeyrockSource, TokenState } from './keyrock-source';
import { flag, time } from './keyrock-values';
import { renderSummary, type TableSummary } from './tally';

type Tables = Readonly<Record<string, readonly KeyrockRow[]>>;

/** A Keyrock whose tables are these, as its database would give them. */
class MemoryKeyrock implements KeyrockSource {
  constructor(private readonly tables: Tables) {}

  async has(table: string): Promise<boolean> {
    return Object.hasOwn(this.tables, table);
  }

  async *pages(table: string, key: string, state?: TokenState): AsyncGenerator<readonly KeyrockRow[]> {
    const rows = this.inState(table, state).toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1));
    for (let start = 0; start < rows.length; start += 2) yield rows.slice(start, start + 2);
  }

  async count(table: string, state?: TokenState): Promise<number> {
    return this.inState(table, state).length;
  }

  async close(): Promise<void> {}

  private inState(table: string, state: TokenState | undefined): readonly KeyrockRow[] {
    const stateOf = (row: KeyrockRow): TokenState => {
      if (!flag(row, 'valid')) return 'ended';
      return (time(row, 'expires') ?? Infinity) > Date.now() ? 'live' : 'expired';
    };
    const rows = this.tables[table] ?? [];
    return state === undefined ? rows : rows.filter((row) => stateOf(row) === state);
  }
}

const KEY = 'k'.repeat(32);
const HASH = 'a'.repeat(40);

let database: MemoryDatabase;
let runs = 0;
beforeEach(async () => {
  database = await openMemoryDatabase({ IDM_ENCRYPTION_KEY: KEY });
});
afterEach(() => database.close());

/** Runs an import; what was said of each table that holds anything. */
async function take(tables: Tables, dryRun = false): Promise<Readonly<Record<string, string>>> {
  const said: Record<string, string> = {};
  const report = (summary: TableSummary) => {
    const line = renderSummary(summary).slice(summary.table.length + 2);
    if (line !== '0 taken over, 0 already here') said[summary.table] = line;
  };
  await new KeyrockImport(new MemoryKeyrock(tables), database.sql, {
    cipher: new SecretCipher(KEY),
    secret: createSecretKey(Buffer.from(KEY)),
    now: Date.now() + ++runs,
    dryRun,
    report,
    progress: () => undefined,
  }).run();
  return said;
}

const user = (id: string, more: object = {}): KeyrockRow => ({
  id,
  username: id,
  email: `${id}@test.com`,
  password: HASH,
  salt: 's',
  enabled: 1,
  ...more,
});
const application = (more: object = {}): KeyrockRow => ({
  id: 'app',
  name: 'app',
  secret: 'x',
  token_types: 'bearer',
  ...more,
});
const role = (id: string, more: object = {}): KeyrockRow => ({
  id,
  name: id,
  oauth_client_id: 'app',
  ...more,
});
const assignment = (more: object = {}): KeyrockRow => ({
  id: 1,
  role_id: 'r',
  oauth_client_id: 'app',
  user_id: 'ana',
  ...more,
});

const city: Tables = {
  user: [user('ana'), user('eva'), user('leo')],
  oauth_client: [application(), application({ id: 'idm_admin_app' })],
  role: [role('r'), role('provider', { is_internal: 1 })],
  permission: [{ id: 'p', name: 'read', action: 'GET', resource: '/', oauth_client_id: 'app' }],
  role_permission: [{ id: 1, role_id: 'r', permission_id: 'p' }],
  role_assignment: [assignment()],
};
const count = (entity: Parameters<typeof database.dataSource.manager.count>[0]) =>
  database.dataSource.manager.count(entity);
const find = (id: string) => database.dataSource.manager.findOneBy(UserRow, { id });

describe('An import from Keyrock', () => {
  it('takes rows over, and says what it left out and why', async () => {
    expect(await take(city)).toEqual({
      user: '3 taken over, 0 already here',
      oauth_client: '1 taken over, 0 already here\n    left out 1: the internal application is there already',
      role: '1 taken over, 0 already here\n    left out 1: internal ones are there already',
      permission: '1 taken over, 0 already here',
      role_permission: '1 taken over, 0 already here',
      role_assignment: '1 taken over, 0 already here',
    });
    expect(await find('ana')).toMatchObject({ username: 'ana', email: 'ana@test.com', enabled: true });
    expect(await count(RoleAssignmentRow)).toBe(1);
  });

  it('that runs again changes nothing', async () => {
    await take(city);
    expect(await take(city)).toMatchObject({
      user: '0 taken over, 3 unchanged, 0 already here',
      role_assignment: '0 taken over, 1 unchanged, 0 already here',
    });
  });

  it('follows what changed there, column by column, and keeps what was changed here', async () => {
    await take(city);
    await database.dataSource.manager.update(UserRow, { id: 'ana' }, { website: 'https://ana.example' });
    const changed = { ...city, user: [user('ana', { username: 'Ana' }), user('eva'), user('leo')] };
    expect((await take(changed))['user']).toBe('0 taken over, 1 updated, 2 unchanged, 0 already here');
    expect(await find('ana')).toMatchObject({ username: 'Ana', website: 'https://ana.example' });
  });

  it('removes what is gone there, and only what it brought', async () => {
    await take(city);
    const here = await addUser(database, { username: 'here' });
    const said = await take({ ...city, user: [user('ana'), user('leo')] });
    expect(said['user']).toBe('0 taken over, 1 removed, 2 unchanged, 0 already here');
    expect([await find('eva'), (await find(here.id))?.username]).toEqual([null, 'here']);
  });

  it('removes what can no longer be taken: it must not go on as it was', async () => {
    await take(city);
    const broken = { ...city, permission: [{ ...city['permission']![0], is_regex: 1, resource: '(' }] };
    expect((await take(broken))['permission']).toContain('1 removed');
    expect(await count(PermissionRow)).toBe(await countOfNew(PermissionRow));
  });

  /** How many rows a database has from its beginning. */
  async function countOfNew(entity: Parameters<typeof count>[0]): Promise<number> {
    const fresh = await openMemoryDatabase({ IDM_ENCRYPTION_KEY: KEY });
    try {
      return await fresh.dataSource.manager.count(entity);
    } finally {
      await fresh.close();
    }
  }

  it.each([
    [
      'of the same table, the first by its id',
      { user: [user('b', { email: 'x@test.com' }), user('a', { email: 'X@test.com' })] },
    ],
    [
      'whichever way they stand',
      { user: [user('a', { email: 'X@test.com' }), user('b', { email: 'x@test.com' })] },
    ],
  ])('takes one of two users with one address %s', async (_case, tables) => {
    expect((await take(tables))['user']).toBe(
      '1 taken over, 0 already here\n    left out 1: another user of Keyrock has the same e-mail address\n      x@test.com',
    );
    expect([(await find('a'))?.email, await find('b')]).toEqual(['X@test.com', null]);
  });

  it('keeps a username that several users have; one signs in by it, the first of them or who was here', async () => {
    await addUser(database, { username: 'leo' });
    const twins = { user: [user('b', { username: 'Ana' }), user('a', { username: 'ana' }), user('leo')] };
    for (const said of ['3 taken over, 0 already here', '0 taken over, 3 unchanged, 0 already here'])
      expect((await take(twins))['user']).toBe(said);
    const named = async (id: string) => {
      const { username, loginName } = (await find(id)) ?? {};
      return [username, loginName];
    };
    expect(await Promise.all(['a', 'b', 'leo'].map(named))).toEqual([
      ['ana', 'ana'],
      ['Ana', null],
      ['leo', null],
    ]);
    const renamed = { user: [user('b', { username: 'ANA' }), user('a', { username: 'eva' }), user('leo')] };
    expect((await take(renamed))['user']).toBe('0 taken over, 2 updated, 1 unchanged, 0 already here');
    expect(await Promise.all(['a', 'b'].map(named))).toEqual([
      ['eva', 'eva'],
      ['ANA', 'ana'],
    ]);
  });

  it.each([
    ['another password', { password: 'b'.repeat(40) }, true],
    ['another salt alone', { salt: 't' }, true],
    ['disabled', { enabled: 0 }, true],
    ['another name', { username: 'Ana' }, false],
    ['nothing', {}, false],
  ])('ends what a user has open who has %s there since', async (_what, change, ends) => {
    await take(city);
    const { manager } = database.dataSource;
    for (const userId of ['ana', 'eva']) {
      const of = { userId, applicationId: 'app', createdAt: 1, familyId: `f-${userId}`, authTime: 1 };
      const later = Date.now() + 3_600_000;
      await manager.insert(AccessTokenRow, {
        ...of,
        tokenHash: `a-${userId}`,
        kind: 'bearer',
        grantType: 'password',
      });
      await manager.insert(RefreshTokenRow, {
        ...of,
        tokenHash: `r-${userId}`,
        kind: 'bearer',
        expiresAt: later,
      });
      await manager.insert(ApiTokenRow, {
        userId,
        tokenHash: `t-${userId}`,
        expiresAt: later,
        valid: true,
        createdAt: 1,
      });
      await manager.insert(WebSessionRow, {
        userId,
        sessionHash: `s-${userId}`,
        authTime: 1,
        lastSeenAt: 1,
        expiresAt: later,
        createdAt: 1,
      });
    }
    const said = await take({ ...city, user: [user('ana', change), user('eva'), user('leo')] });
    expect(said['user']?.includes('ended what 1 had open')).toBe(ends);
    const live = async (userId: string) => [
      (await manager.findOneByOrFail(AccessTokenRow, { userId })).revokedAt === null,
      (await manager.findOneByOrFail(RefreshTokenRow, { userId })).revokedAt === null,
      (await manager.findOneByOrFail(ApiTokenRow, { userId })).valid,
      await manager.existsBy(WebSessionRow, { userId }),
    ];
    expect(await live('ana')).toEqual(Array(4).fill(!ends));
    expect(await live('eva')).toEqual(Array(4).fill(true));
  });

  it('counts pictures, which are files beside the database, and says how to take them', async () => {
    const pictured = { user: [user('ana', { image: 'ana.png' }), user('eva', { image: 'default' })] };
    expect((await take(pictured))['pictures']).toBe(
      '0 taken over, 0 already here\n    left out 1: pictures are files beside the database: name their folder with --images <Keyrock>/public/img',
    );
  });

  it('gives to a user who is here what Keyrock has for them, and leaves them as they are', async () => {
    const here = await addUser(database, { username: 'here', email: 'ANA@test.com' });
    expect(await take(city)).toMatchObject({
      user: '2 taken over, 1 here already with the same e-mail address, 0 already here',
      role_assignment: '1 taken over, 0 already here',
    });
    expect([await find('ana'), (await find(here.id))?.username]).toEqual([null, 'here']);
    const held = await database.dataSource.manager.find(RoleAssignmentRow);
    expect(held.map(({ userId }) => userId)).toEqual([here.id]);
    // And again: the user is still known as the same.
    expect(await take(city)).toMatchObject({
      user: '0 taken over, 2 unchanged, 1 here already with the same e-mail address, 0 already here',
      role_assignment: '0 taken over, 1 unchanged, 0 already here',
    });
  });

  it('never removes a user who was here, whatever Keyrock does', async () => {
    const here = await addUser(database, { username: 'here', email: 'ana@test.com' });
    await take(city);
    await take({ ...city, user: [user('eva'), user('leo')], role_assignment: [] });
    expect((await find(here.id))?.username).toBe('here');
  });

  it('leaves out what refers to what is not there', async () => {
    const orphans = {
      ...city,
      role_assignment: [assignment({ user_id: 'nobody' }), assignment({ id: 2, role_id: 'none' })],
    };
    expect((await take(orphans))['role_assignment']).toBe(
      '0 taken over, 0 already here\n    left out 2: it refers to something that was left out',
    );
  });

  it('leaves out a second proxy of one application, and names it', async () => {
    const proxy = (id: string) => ({ id, password: HASH, salt: 's', oauth_client_id: 'app' });
    const said = await take({ ...city, pep_proxy: [proxy('pep_proxy_2'), proxy('pep_proxy_1')] });
    expect(said['pep_proxy']).toBe(
      '1 taken over, 0 already here\n    left out 1: its application has another PEP proxy already\n      PEP proxy pep_proxy_2 of application app',
    );
    expect(await database.dataSource.manager.find(PepProxyRow)).toMatchObject([{ id: 'pep_proxy_1' }]);
  });

  it('takes live tokens, and counts those that ended', async () => {
    const token = (access_token: string, more: object) => ({
      access_token,
      oauth_client_id: 'app',
      user_id: 'ana',
      valid: 1,
      expires: new Date(Date.now() + 3_600_000),
      ...more,
    });
    const oauth_access_token = [
      token('1'.repeat(40), {}),
      token('2'.repeat(40), { expires: null }),
      token('3'.repeat(40), { expires: new Date(1) }),
      token('4'.repeat(40), { valid: 0 }),
      token('5'.repeat(40), { valid: null }),
    ];
    expect((await take({ ...city, oauth_access_token }))['oauth_access_token']).toBe(
      '2 taken over, 0 already here\n    left out 1: expired\n    left out 2: no longer valid',
    );
    expect(await count(AccessTokenRow)).toBe(2);
  });

  it('says of tables that it does not take why, where they hold anything', async () => {
    const said = await take({
      ptp: [{ id: 1 }, { id: 2 }],
      usage_policy: [],
      user_registration_profile: [{ id: 1 }],
    });
    expect(said).toEqual({
      ptp: '0 taken over, 0 already here\n    left out 2: usage control is not supported',
      user_registration_profile:
        '0 taken over, 0 already here\n    left out 1: keys of unfinished registrations and recoveries; users ask for new mails',
    });
  });

  it('takes nothing from an empty database, and removes nothing of tables that an older Keyrock has not', async () => {
    await take(city);
    expect(await take({})).toEqual({});
    expect(await count(RoleRow)).toBeGreaterThan(0);
    expect(await find('ana')).not.toBeNull();
  });
});

describe('A dry run of an import', () => {
  it('says what would be done, and does nothing', async () => {
    const [dry, users, applications] = [
      await take(city, true),
      await count(UserRow),
      await count(ApplicationRow),
    ];
    expect([users, applications]).toEqual([0, 1]);
    expect(dry).toEqual(await take(city));
  });

  it('says so of changes too', async () => {
    await take(city);
    const next: Tables = {
      ...city,
      user: [user('ana', { username: 'Ana' }), user('new'), user('leo')],
      role_assignment: [],
    };
    const dry = await take(next, true);
    expect(dry['user']).toBe('1 taken over, 1 updated, 1 removed, 1 unchanged, 0 already here');
    expect([(await find('ana'))?.username, await find('new'), (await find('eva'))?.username]).toEqual([
      'ana',
      null,
      'eva',
    ]);
    expect(await take(next)).toEqual(dry);
  });
});
