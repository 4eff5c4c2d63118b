import { ConsentRow } from './entities/consent.row';
import { UserRow } from './entities/user.row';
import { allTables, deleteRow, findRow, insertRow, rowKey, tableFor, tableRow, updateRow } from './tables';

describe('tables as data', () => {
  const consent = tableRow(ConsentRow, { userId: 'u', applicationId: 'a', loginDate: 7 });

  it('knows keys and flags of every table', () => {
    expect(tableFor(ConsentRow)).toEqual({
      name: 'consents',
      keys: ['user_id', 'application_id'],
      flags: new Set(),
    });
    expect([...tableFor(UserRow).flags]).toContain('enabled');
    for (const { name, keys } of allTables) expect([name, keys.length]).not.toEqual([name, 0]);
  });

  it('takes a row of an entity as a driver does', () => {
    expect(consent).toEqual({
      table: 'consents',
      values: { user_id: 'u', application_id: 'a', login_date: 7 },
    });
    expect(tableRow(UserRow, { extra: { a: 1 }, enabled: true }).values).toEqual({
      extra: '{"a":1}',
      enabled: true,
    });
  });

  it('names a row by its key', () => {
    const key = { table: 'consents', key: { user_id: 'u', application_id: 'a' } };
    expect(rowKey(consent)).toEqual(key);
    expect(deleteRow(key)).toEqual({
      sql: 'DELETE FROM consents WHERE user_id = ? AND application_id = ?',
      values: ['u', 'a'],
    });
    expect(findRow(key).sql).toBe('SELECT 1 AS found FROM consents WHERE user_id = ? AND application_id = ?');
  });

  it('inserts it, and sets all but its key', () => {
    expect(insertRow(consent)).toEqual({
      sql: 'INSERT INTO consents (user_id, application_id, login_date) VALUES (?, ?, ?)',
      values: ['u', 'a', 7],
    });
    const update = {
      sql: 'UPDATE consents SET login_date = ? WHERE user_id = ? AND application_id = ?',
      values: [7, 'u', 'a'],
    };
    expect(updateRow(consent)).toEqual(update);
    expect(updateRow(consent, ['user_id', 'login_date', 'gone'])).toEqual(update);
    expect(updateRow(consent, ['user_id'])).toBeUndefined();
  });
});
