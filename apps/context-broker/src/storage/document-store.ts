/** A small collection of JSON documents that the stores keep without looking inside. */
export type DocumentCollection = 'ldContexts' | 'ldRegistrations';

/** One document: its id, and its JSON text. */
export interface StoredText {
  readonly id: string;
  readonly json: string;
}

/**
 * Keeps small collections of JSON documents of a tenant, by id. Injected by {@link DOCUMENT_STORE}; one adapter per database,
 * all of which pass `contract/document-store.contract.ts`. Failures: a method rejects when the database is away.
 */
export interface DocumentStore {
  /** Creates or replaces a document, and makes the tenant when it is new. Resolves once it is durable. */
  put(tenant: string, collection: DocumentCollection, document: StoredText): Promise<void>;

  /** @returns false when there was no such document */
  delete(tenant: string, collection: DocumentCollection, id: string): Promise<boolean>;

  /** The JSON text of a document, or undefined. Sees every write that has resolved. */
  get(tenant: string, collection: DocumentCollection, id: string): Promise<string | undefined>;

  /** All documents of a collection, the oldest first. An unknown tenant has none. */
  list(tenant: string, collection: DocumentCollection): Promise<readonly StoredText[]>;
}

export const DOCUMENT_STORE = 'context-broker.document-store';
