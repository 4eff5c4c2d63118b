import type { Document } from 'mongodb';
import type { DocumentCollection, DocumentStore, StoredText } from '../document-store';
import type { MongoDatabases } from './mongo-databases';

/** Orion's tools know no collection whose name begins so. */
const PREFIX = 'contextBroker.';

/** Collections of documents in the tenant's database. Each document keeps when it came, which is the order of the list. */
export class MongoDocumentStore implements DocumentStore {
  private lastSeq = 0;

  constructor(private readonly databases: MongoDatabases) {}

  async put(tenant: string, collection: DocumentCollection, { id, json }: StoredText): Promise<void> {
    const target = { tenant, collection: PREFIX + collection, operation: 'update', detail: { _id: id } };
    await this.databases.run(target, (documents) =>
      documents.updateOne(
        { _id: id } as Document,
        { $set: { json }, $setOnInsert: { seq: this.nextSeq() } },
        { upsert: true },
      ),
    );
  }

  async delete(tenant: string, collection: DocumentCollection, id: string): Promise<boolean> {
    const target = { tenant, collection: PREFIX + collection, operation: 'remove', detail: { _id: id } };
    const { deletedCount } = await this.databases.run(target, (documents) =>
      documents.deleteOne({ _id: id } as Document),
    );
    return deletedCount > 0;
  }

  async get(tenant: string, collection: DocumentCollection, id: string): Promise<string | undefined> {
    const target = { tenant, collection: PREFIX + collection, operation: 'query', detail: { _id: id } };
    const document = await this.databases.run(target, (documents) =>
      documents.findOne({ _id: id } as Document),
    );
    return document === null ? undefined : String(document['json']);
  }

  async list(tenant: string, collection: DocumentCollection): Promise<readonly StoredText[]> {
    const target = { tenant, collection: PREFIX + collection, operation: 'query', detail: {} };
    const documents = await this.databases.run(target, (all) =>
      all.find({}).sort({ seq: 1, _id: 1 }).toArray(),
    );
    return documents.map(({ _id, json }) => ({ id: String(_id), json: String(json) }));
  }

  /** Milliseconds since the epoch, but never the same twice here. */
  private nextSeq(): number {
    this.lastSeq = Math.max(this.lastSeq + 1, Date.now());
    return this.lastSeq;
  }
}
