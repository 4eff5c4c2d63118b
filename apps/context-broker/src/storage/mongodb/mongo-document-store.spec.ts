import { documentStoreContract } from '../contract/document-store.contract';
import { MongoDatabases } from './mongo-databases';
import { MongoDocumentStore } from './mongo-document-store';
import { describeOnMongo, freshDatabaseName, mongoUri } from './mongo-test-server';

describeOnMongo('documents on MongoDB', () => {
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

  documentStoreContract(async () => new MongoDocumentStore(databases));
});
