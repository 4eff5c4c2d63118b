import { DatabaseHealth } from './database-health';
import { openMemoryDatabase, type MemoryDatabase } from './memory-database';

describe('The health of a database', () => {
  let database: MemoryDatabase;
  beforeEach(async () => (database = await openMemoryDatabase()));
  afterEach(() => database.close());

  const run = (sql: string) => database.dataSource.query<unknown>(sql);
  const probes = () => run("SELECT content FROM instance_settings WHERE name = 'write_probe'");

  it('is good where it answers and takes a write, which is tried now and then', async () => {
    const health = new DatabaseHealth(database.sql);
    await health.ask();
    const written = await probes();
    expect(written).toHaveLength(1);
    await health.ask();
    expect(await probes()).toEqual(written);
    await new DatabaseHealth(database.sql).ask();
    expect(await probes()).toHaveLength(1);
  });

  it('is bad while nothing can be written, though it answers, and good again afterwards', async () => {
    const health = new DatabaseHealth(database.sql);
    await run('PRAGMA query_only = ON');
    await expect(health.ask()).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    await expect(health.ask()).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    await run('PRAGMA query_only = OFF');
    await health.ask();
  });
});
