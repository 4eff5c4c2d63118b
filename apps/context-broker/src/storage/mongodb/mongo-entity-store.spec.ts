import { entityStoreContract } from '../contract/entity-store.contract';
import { openMongoEntityStore } from './mongo-entity-store';
import { describeOnMongo, freshDatabaseName, mongoUri } from './mongo-test-server';
import { lacked } from './mongo-test-server-limits';

describeOnMongo('on MongoDB', () => {
  entityStoreContract(
    () => openMongoEntityStore({ uri: mongoUri ?? '', dbName: freshDatabaseName() }),
    lacked,
  );
});
