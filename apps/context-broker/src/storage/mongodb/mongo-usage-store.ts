import type { Document } from 'mongodb';
import type { UsageStore } from '../usage-store';
import type { MongoDatabases } from './mongo-databases';

/** Orion's tools know no collection whose name begins so. */
const COLLECTION = 'contextBroker.deprecations';
/** Name up to version 0.1.0. */
const OLD_COLLECTION = 'deprecations';
const target = { tenant: '', collection: COLLECTION };

/** Usage counts in a collection of our own in the default tenant's database; Orion does not look at it. */
export class MongoUsageStore implements UsageStore {
  private isRenamed = false;

  constructor(private readonly databases: MongoDatabases) {}

  async put(broker: string, json: string): Promise<void> {
    await this.renamed();
    await this.databases.run({ ...target, operation: 'update', detail: { _id: broker } }, (collection) =>
      collection.replaceOne({ _id: broker } as Document, { json }, { upsert: true }),
    );
  }

  async list(): Promise<readonly { readonly broker: string; readonly json: string }[]> {
    await this.renamed();
    const documents = await this.databases.run({ ...target, operation: 'query', detail: {} }, (collection) =>
      collection.find({}).limit(1000).toArray(),
    );
    return documents.map((document) => ({ broker: String(document._id), json: String(document['json']) }));
  }

  /** Gives the counts of an earlier version the new name, once. What is there under the new name already stays. */
  private async renamed(): Promise<void> {
    if (this.isRenamed) return;
    const where = { tenant: '', collection: OLD_COLLECTION, operation: 'update', detail: { to: COLLECTION } };
    await this.databases.run(where, async (collection) => {
      const old = await collection.find({}).limit(1000).toArray();
      const kept = await this.databases.run({ ...target, operation: 'query', detail: {} }, (named) =>
        named.find({}).limit(1000).toArray(),
      );
      const known = new Set(kept.map(({ _id }) => String(_id)));
      const counts = old.filter(({ _id, json }) => typeof json === 'string' && !known.has(String(_id)));
      if (counts.length > 0)
        await this.databases.run({ ...target, operation: 'insert_one', detail: {} }, (named) =>
          named.insertMany(counts),
        );
      // Documents of somebody else are left alone.
      if (old.length > 0 && old.every(({ json }) => typeof json === 'string')) await collection.drop();
    });
    this.isRenamed = true;
  }
}
