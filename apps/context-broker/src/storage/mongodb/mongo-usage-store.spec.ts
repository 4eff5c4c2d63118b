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

  usageStoreContract(async () => new MongoUsageStore(databases));
});
