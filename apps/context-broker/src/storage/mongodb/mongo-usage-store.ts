import type { Document } from 'mongodb';
import type { UsageStore } from '../usage-store';
import type { MongoDatabases } from './mongo-databases';

const target = { tenant: '', collection: 'deprecations' };

/** Usage counts in a collection of our own in the default tenant's database; Orion does not look at it. */
export class MongoUsageStore implements UsageStore {
  constructor(private readonly databases: MongoDatabases) {}

  async put(broker: string, json: string): Promise<void> {
    await this.databases.run({ ...target, operation: 'update', detail: { _id: broker } }, (collection) =>
      collection.replaceOne({ _id: broker } as Document, { json }, { upsert: true }),
    );
  }

  async list(): Promise<readonly { readonly broker: string; readonly json: string }[]> {
    const documents = await this.databases.run({ ...target, operation: 'query', detail: {} }, (collection) =>
      collection.find({}).limit(1000).toArray(),
    );
    return documents.map((document) => ({ broker: String(document._id), json: String(document['json']) }));
  }
}
