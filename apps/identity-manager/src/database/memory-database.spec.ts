import { RoleRow } from './entities/role.row';
import { openMemoryDatabase } from './memory-database';
import { selectFrom } from './query';

const internalRoles = selectFrom(RoleRow, ['id'], (role) => `WHERE ${role.isInternal} = TRUE`);

describe('openMemoryDatabase', () => {
  it('has all tables, and shares nothing with another', async () => {
    const [one, other] = [await openMemoryDatabase(), await openMemoryDatabase()];
    try {
      expect(await one.sql.all(internalRoles)).not.toHaveLength(0);
      await one.dataSource.getRepository(RoleRow).deleteAll();
      expect(await other.sql.all(internalRoles)).not.toHaveLength(0);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});
