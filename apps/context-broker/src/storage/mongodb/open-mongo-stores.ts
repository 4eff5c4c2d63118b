import type { Stores, StoreSettings } from '../stores';
import { MongoDatabases } from './mongo-databases';
import { MongoDeadLetterStore } from './mongo-dead-letter-store';
import { MongoDocumentStore } from './mongo-document-store';
import { MongoEntityArchive } from './mongo-entity-archive';
import { MongoEntityStore } from './mongo-entity-store';
import { MongoNotificationOutbox } from './mongo-notification-outbox';
import { MongoRegistrationStore } from './mongo-registration-store';
import { MongoStoreFacts } from './mongo-store-facts';
import { MongoSubscriptionStore } from './mongo-subscription-store';
import { MongoUsageStore } from './mongo-usage-store';

/** The stores of `dbUri`, a MongoDB URI. @throws Error when the database cannot be opened */
export async function openMongoStores({
  dbUri,
  dbPoolSize,
  mustExist,
  ...settings
}: StoreSettings): Promise<Stores> {
  const databases = await MongoDatabases.connect({ ...settings, uri: dbUri, poolSize: dbPoolSize });
  if (mustExist && !(await databases.exist())) {
    await databases.close();
    throw new Error(`the MongoDB server has no database '${settings.dbName}'`);
  }
  return {
    entities: await MongoEntityStore.open(databases),
    archive: new MongoEntityArchive(databases),
    registrations: new MongoRegistrationStore(databases),
    subscriptions: new MongoSubscriptionStore(databases),
    usage: new MongoUsageStore(databases),
    facts: new MongoStoreFacts(databases),
    openOutbox: (owner) => new MongoNotificationOutbox(databases, owner),
    deadLetters: new MongoDeadLetterStore(databases),
    documents: new MongoDocumentStore(databases),
  };
}
