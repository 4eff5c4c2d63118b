import type { DataSource } from 'typeorm';
import { AccountKeyRow, UserRow } from './entities/user.row';
import { InstanceSettingRow } from './entities/instance-setting.row';
import { rows } from './entities/rows';
import { expression, names, optional } from './names';
import { query, selectFrom } from './query';
import type { Sql } from './sql';
import { claim, deleteWhere, insertInto, lockWhere, updateGiven, updateWhere } from './statements';

const insertUser = insertInto(UserRow, [
  'id',
  'username',
  'email',
  'emailLower',
  'datePassword',
  'enabled',
  'extra',
  'createdAt',
]);
const userById = selectFrom(
  UserRow,
  ['username', 'datePassword', 'enabled', 'admin', 'extra', 'totpRecovery', 'emailLower'],
  (user) => `WHERE ${user.id} = ?`,
);
const insertSetting = insertInto(InstanceSettingRow, ['name', 'content']);
const setContent = updateWhere(InstanceSettingRow, ['content'], (setting) => `${setting.name} = ?`);
const setGiven = updateGiven(UserRow, (user) => `${user.id} = ?`);
const claimSetting = claim(InstanceSettingRow, 'content', 'name', (setting) => `${setting.content} = 'free'`);
const deleteSetting = deleteWhere(InstanceSettingRow, (setting) => `${setting.name} = ?`);
const lockSetting = lockWhere(InstanceSettingRow, 'content', (setting) => `${setting.name} = ?`);
const contentOf = selectFrom(InstanceSettingRow, ['content'], (setting) => `WHERE ${setting.name} = ?`);

/** What every database must do with statements built from the row classes. */
export function statementsContract(open: () => { readonly sql: Sql; readonly dataSource: DataSource }): void {
  let counter = 0;
  const fresh = () => `statement-${process.pid}-${Date.now()}-${counter++}`;
  const addUser = async (id: string, extra: Record<string, unknown> | null) => {
    const email = `${id}@example.org`;
    const user = {
      id,
      username: 'u',
      email,
      emailLower: email,
      datePassword: 1_795_262_745_123,
      createdAt: 0,
    };
    await open().sql.run(insertUser({ ...user, enabled: true, extra }));
  };

  it('gives every table but that of the migrations its row class, with every column', async () => {
    const { dataSource } = open();
    const runner = dataSource.createQueryRunner();
    try {
      const mapped = rows.map((row) => {
        const columns = names<object>(row) as unknown as Record<string, unknown>;
        return [String(columns['table']), Object.keys(columns).length - 1] as const;
      });
      const { database: ours } = dataSource.driver;
      const inDatabase = (await runner.getTables())
        // A server also lists its own, and those of other databases.
        .filter(({ database, schema }) => (database ?? ours) === ours && (schema ?? 'public') === 'public')
        .map(({ name, columns }) => [name.split('.').at(-1)!, columns.length] as const)
        .filter(([name]) => name !== 'schema_migrations' && !name.startsWith('sqlite_'));
      expect(new Map([...inDatabase].sort())).toEqual(new Map([...mapped].sort()));
    } finally {
      await runner.release();
    }
  });

  it.each(rows.map((row) => [row.name, row] as const))('reads %s by its properties', async (_name, row) => {
    const { table: _table, ...columns } = names<object>(row) as unknown as Record<string, unknown>;
    const properties = Object.keys(columns) as never[];
    await expect(
      open().sql.all(selectFrom<object, never>(row, properties, () => 'LIMIT 1')),
    ).resolves.toEqual(expect.any(Array));
  });

  it('sets what is given of a row, as the row class has it, and nothing else', async () => {
    const [id, other] = [fresh(), fresh()];
    await addUser(id, null);
    await addUser(other, null);
    const { sql } = open();
    expect(await sql.run(setGiven({ admin: true, extra: { visible: [] } }, id))).toBe(1);
    expect(await sql.run(setGiven({ username: 'renamed' }, id))).toBe(1);
    expect(await sql.first(userById, id)).toMatchObject({
      username: 'renamed',
      enabled: true,
      admin: true,
      extra: { visible: [] },
    });
    expect(await sql.first(userById, other)).toMatchObject({ username: 'u', admin: false, extra: null });
  });

  it('inserts and reads booleans, numbers, JSON and nulls as the row class has them', async () => {
    const id = fresh();
    await addUser(id, { visible: ['description'] });
    expect(await open().sql.first(userById, id)).toEqual({
      username: 'u',
      datePassword: 1_795_262_745_123,
      enabled: true,
      admin: false,
      extra: { visible: ['description'] },
      totpRecovery: null,
      emailLower: `${id}@example.org`,
    });
  });

  it('updates, deletes and tells how many rows', async () => {
    const name = fresh();
    const { sql } = open();
    await sql.run(insertSetting({ name, content: 'first' }));
    expect(await sql.run(setContent({ content: 'second' }, name))).toBe(1);
    expect(await sql.first(contentOf, name)).toEqual({ content: 'second' });
    expect(await sql.run(deleteSetting(name))).toBe(1);
    expect(await sql.run(deleteSetting(name))).toBe(0);
    expect(await sql.first(contentOf, name)).toBeUndefined();
  });

  it('lets a group go on only where a locked row is', async () => {
    const [name, written] = [fresh(), fresh()];
    const { sql } = open();
    const steps = [{ ...lockSetting(name), expect: 1 }, insertSetting({ name: written, content: 'x' })];
    expect(await sql.atomically(steps)).toBe(false);
    expect(await sql.first(contentOf, written)).toBeUndefined();
    await sql.run(insertSetting({ name, content: 'kept' }));
    expect(await sql.atomically(steps)).toBe(true);
    expect(await sql.first(contentOf, name)).toEqual({ content: 'kept' });
  });

  it('joins tables under aliases, with what is missing as null and what is computed', async () => {
    const id = fresh();
    await addUser(id, null);
    const user = names(UserRow, 'u');
    const key = names(AccountKeyRow, 'k');
    const joined = query(
      {
        name: user.username,
        isOn: user.enabled,
        purpose: optional(key.purpose),
        one: expression('1', Number),
      },
      `FROM ${user.table} LEFT JOIN ${key.table} ON ${key.userId} = ${user.id} WHERE ${user.id} = ?`,
    );
    expect(await open().sql.all(joined, id)).toEqual([{ name: 'u', isOn: true, purpose: null, one: 1 }]);
    const twice = joined.union(joined);
    expect(await open().sql.all(twice, id, id)).toHaveLength(1);
  });

  it('gives a row to the first of many who claim it, also when many rows are claimed at once', async () => {
    const { sql } = open();
    const name = fresh();
    const add = (of: string, content: string) => sql.run(insertSetting({ name: `${name}-${of}`, content }));
    const letters = ['a', 'b', 'c', 'd', 'e'];
    for (const letter of letters) await add(letter, 'free');
    const take = (of: string, by: string) =>
      sql.atomically([
        claimSetting('taken', `${name}-${of}`),
        insertSetting({ name: `${name}-${by}`, content: by }),
      ]);
    expect(await Promise.all(['a', 'b', 'c'].map((letter) => take(letter, `1${letter}`)))).toEqual([
      true,
      true,
      true,
    ]);
    const again = await Promise.all(letters.map((letter) => take(letter, `2${letter}`)));
    expect(again).toEqual([false, false, false, true, true]);
    const given = letters.map(
      async (letter) => (await sql.first(contentOf, `${name}-2${letter}`)) !== undefined,
    );
    expect(await Promise.all(given)).toEqual(again);
  });

  it('folds a column of a row class', async () => {
    const id = fresh();
    await addUser(id, null);
    const { sql } = open();
    const text = `SELECT username AS name FROM users WHERE id = ? AND ${sql.folded(names(UserRow).username)} = ?`;
    expect(await sql.all(text, id, 'u')).toEqual([{ name: 'u' }]);
  });
}
