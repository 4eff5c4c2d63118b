import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedDatabases } from './embedded-database';

describe('documents of a tenant', () => {
  let folder: string;
  let databases: EmbeddedDatabases;
  const open = async () => (databases = await EmbeddedDatabases.open({ folder, dbName: 'orion' }));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'documents-'));
    await open();
  });
  afterEach(async () => {
    await databases.close();
    await rm(folder, { recursive: true });
  });

  it('an unknown tenant has none and gets no file', async () => {
    const table = databases.documents('nobody', 'csubs');
    expect(await table.list()).toEqual([]);
    expect(await table.get('a')).toBeUndefined();
    expect(await table.delete('a')).toBe(false);
    expect(await databases.listTenants()).toEqual(['']);
  });

  it('keeps them over a restart, oldest first, each collection and tenant apart', async () => {
    await databases.documents('t1', 'csubs').put('b', '{"n":1}');
    await databases.documents('t1', 'csubs').put('a', '{"n":2}');
    await databases.documents('t1', 'registrations').put('b', '{"n":3}');
    await databases.documents('t2', 'csubs').putAll([{ id: 'b', json: '{"n":4}' }]);
    await databases.documents('t1', 'csubs').put('b', '{"n":5}');
    expect(await databases.documents('t1', 'csubs').get('b')).toBe('{"n":5}');
    await databases.close();
    await open();
    expect(await databases.documents('t1', 'csubs').list()).toEqual([
      { id: 'b', json: '{"n":5}' },
      { id: 'a', json: '{"n":2}' },
    ]);
    expect(await databases.documents('t1', 'csubs').delete('b')).toBe(true);
    expect(await databases.documents('t1', 'csubs').delete('b')).toBe(false);
    expect(await databases.documents('t1', 'registrations').get('b')).toBe('{"n":3}');
    expect(await databases.documents('t2', 'csubs').get('b')).toBe('{"n":4}');
    expect(await databases.listTenants()).toEqual(['', 't1', 't2']);
  });

  it('a second broker on the same folder is refused', async () => {
    await expect(EmbeddedDatabases.open({ folder, dbName: 'orion' })).rejects.toThrow(
      'in use by another process',
    );
  });

  it('a tenant name that is a path is refused', async () => {
    await expect(() => databases.documents('../x', 'csubs').put('a', '{}')).rejects.toThrow(
      'not a tenant name',
    );
  });
});
