import { entityStoreContract } from '../contract/entity-store.contract';
import { describeOnMongo, freshDatabaseName, mongoUri, openMongoEntityStore } from './mongo-test-server';
import { lacked } from './mongo-test-server-limits';

describeOnMongo('on MongoDB', () => {
  entityStoreContract(
    () => openMongoEntityStore({ uri: mongoUri ?? '', dbName: freshDatabaseName() }),
    lacked,
  );
});
