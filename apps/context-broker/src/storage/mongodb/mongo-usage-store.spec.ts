import { usageStoreContract } from '../contract/usage-store.contract';
import { MongoDatabases } from './mongo-databases';
import { describeOnMongo, freshDatabaseName, mongoUri } from './mongo-test-server';
import { MongoUsageStore } from './mongo-usage-store';

describeOnMongo('usage counts on MongoDB', () => {
  let databases: MongoDatabases;
  beforeAll(async () => {
    databases = await MongoDatabases.connect({
      uri: mongoUri ?? '',
      dbName: freshDatabaseName(),
      multiservice: true,
    });
  });
  afterAll(async () => {
    await databases.database('').dropDatabase();
    await databases.close();
  });

  it('gives the counts of an earlier version the new name', async () => {
    const database = databases.database('');
    await database
      .collection<{ _id: string; json: string }>('deprecations')
      .insertOne({ _id: 'old', json: '{"n":1}' });
    const store = new MongoUsageStore(databases);
    expect(await store.list()).toContainEqual({ broker: 'old', json: '{"n":1}' });
    await store.put('old', '{"n":2}');
    expect(await new MongoUsageStore(databases).list()).toContainEqual({ broker: 'old', json: '{"n":2}' });
    const names = (await database.listCollections().toArray()).map(({ name }) => name);
    expect(names).toContain('contextBroker.deprecations');
    expect(names).not.toContain('deprecations');
  });

  usageStoreContract(async () => new MongoUsageStore(databases));
});
