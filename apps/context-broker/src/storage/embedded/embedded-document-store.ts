import type { DocumentCollection, DocumentStore, StoredText } from '../document-store';
import type { EmbeddedDatabases } from './embedded-database';

/** Collections of documents in the tenant's database file. */
export class EmbeddedDocumentStore implements DocumentStore {
  constructor(private readonly databases: EmbeddedDatabases) {}

  put(tenant: string, collection: DocumentCollection, { id, json }: StoredText): Promise<void> {
    return this.databases.documents(tenant, collection).put(id, json);
  }

  delete(tenant: string, collection: DocumentCollection, id: string): Promise<boolean> {
    return this.databases.documents(tenant, collection).delete(id);
  }

  get(tenant: string, collection: DocumentCollection, id: string): Promise<string | undefined> {
    return this.databases.documents(tenant, collection).get(id);
  }

  list(tenant: string, collection: DocumentCollection): Promise<readonly StoredText[]> {
    return this.databases.documents(tenant, collection).list();
  }
}
