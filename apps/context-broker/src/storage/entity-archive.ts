import type { Entity } from '@smart-city/context';

/**
 * All entities of a tenant as they are stored, dates included: what moves a database to another one. Every adapter passes
 * `contract/entity-archive.contract.ts`. Not for requests: nobody is notified.
 *
 * Failures: a method rejects with `NgsiError('InternalServerError', …)` when the database is away.
 */
export interface EntityArchive {
  /** Everything a tenant has, in groups, each once; oldest first where the database knows. */
  scan(tenant: string): AsyncIterable<readonly Entity[]>;

  /** Creates entities or replaces those of the same id, type and service path. Durable when it resolves. */
  put(tenant: string, entities: readonly Entity[]): Promise<void>;
}
