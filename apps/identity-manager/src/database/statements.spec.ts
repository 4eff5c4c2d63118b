import { ConsentRow } from './entities/consent.row';
import { UserRow } from './entities/user.row';
import { expression, names } from './names';
import { marks, query, selectFrom } from './query';
import { deleteWhere, insertInto, lockWhere, updateGiven, updateWhere } from './statements';

describe('names', () => {
  it('gives a table and its columns by property', () => {
    const user = names(UserRow);
    expect(user.table).toBe('users');
    expect(`${user.emailLower}`).toBe('email_lower');
  });

  it('puts an alias before each column and behind the table', () => {
    const user = names(UserRow, 'u');
    expect(user.table).toBe('users u');
    expect(`${user.id} = ${user.emailLower}`).toBe('u.id = u.email_lower');
  });

  it('knows no class that is no entity', () => {
    expect(() => names(class Stranger {})).toThrow('Stranger is no entity');
  });
});

describe('statements', () => {
  it('inserts properties in the order of the list, as the driver takes them', () => {
    const insert = insertInto(UserRow, ['id', 'enabled', 'extra']);
    expect(insert({ extra: { a: 1 }, enabled: true, id: '7' })).toEqual({
      sql: 'INSERT INTO users (id, enabled, extra) VALUES (?, ?, ?)',
      values: ['7', true, '{"a":1}'],
    });
  });

  it('puts the changes before the values of the condition', () => {
    const update = updateWhere(
      ConsentRow,
      ['loginDate'],
      (c) => `${c.userId} = ? AND ${c.applicationId} = ?`,
    );
    expect(update({ loginDate: 5 }, 'u', 'a')).toEqual({
      sql: 'UPDATE consents SET login_date = ? WHERE user_id = ? AND application_id = ?',
      values: [5, 'u', 'a'],
    });
  });

  it('sets what is given by a text that nobody keeps: there are as many as there are combinations', () => {
    expect(updateGiven(UserRow, (u) => `${u.id} = ?`)({ username: 'ana', admin: true }, '7')).toEqual({
      sql: 'UPDATE users SET username = ?, admin = ? WHERE id = ?',
      values: ['ana', true, '7'],
      isOneOff: true,
    });
  });

  it('deletes, and holds rows without changing them', () => {
    expect(deleteWhere(ConsentRow, (c) => `${c.userId} = ?`)('u')).toEqual({
      sql: 'DELETE FROM consents WHERE user_id = ?',
      values: ['u'],
    });
    expect(lockWhere(UserRow, 'username', (u) => `${u.id} = ?`)('1')).toEqual({
      sql: 'UPDATE users SET username = username WHERE id = ?',
      values: ['1'],
    });
  });

  it('builds its text once', () => {
    const remove = deleteWhere(ConsentRow, (c) => `${c.userId} = ?`);
    expect(Object.is(remove('a').sql, remove('b').sql)).toBe(true);
  });
});

describe('queries', () => {
  it('selects columns under the names of the properties and reads them as the class has them', () => {
    const byId = selectFrom(UserRow, ['id', 'enabled', 'extra', 'createdAt'], (u) => `WHERE ${u.id} = ?`);
    expect(byId.sql).toBe(
      'SELECT id AS "id", enabled AS "enabled", extra AS "extra", created_at AS "createdAt" FROM users WHERE id = ?',
    );
    expect(byId.read({ id: '1', enabled: 1, extra: '{"a":1}', createdAt: '12' })).toEqual({
      id: '1',
      enabled: true,
      extra: { a: 1 },
      createdAt: 12,
    });
  });

  it('selects what is computed', () => {
    const amount = query({ amount: expression('COUNT(*)', Number) }, `FROM ${names(UserRow).table}`);
    expect(amount.sql).toBe('SELECT COUNT(*) AS "amount" FROM users');
    expect(amount.read({ amount: '3' })).toEqual({ amount: 3 });
  });

  it('unites queries and orders what they give', () => {
    const all = selectFrom(ConsentRow, ['userId'], () => 'LIMIT 1');
    expect(all.union(all).followedBy('ORDER BY 1').sql).toBe(`${all.sql} UNION ${all.sql} ORDER BY 1`);
  });

  it('marks as many places as there are values', () => {
    expect(marks(['a', 'b'])).toBe('?, ?');
  });
});
