/** When the data was last copied by `context-broker backup`, as that command notes it beside the data. */
export interface BackupNote {
  /** ISO date. */
  readonly at: string;
  /** The folder it was written to. */
  readonly to: string;
}

/**
 * What operators ask about a store itself. Injected by {@link STORE_FACTS}; every adapter passes
 * `contract/store-facts.contract.ts`. No answer costs a look at every entity, or it is bounded in time.
 */
export interface StoreFacts {
  /** Bytes that a tenant takes, indexes included; 0 when it has nothing. @throws Error when the database is away */
  sizeBytes(tenant: string): Promise<number>;

  /**
   * Service paths that hold entities of a tenant, by name.
   *
   * @param limit  of the list
   * @returns undefined when finding them out would take too long
   * @throws Error when the database is away
   */
  servicePaths(tenant: string, limit: number): Promise<readonly string[] | undefined>;

  /** Tenants whose database is damaged, so that their requests are answered 503. */
  tenantsSetAside(): number;

  /** `unknown` where the database is backed up by tools of its own; undefined when there was none. */
  lastBackup(): Promise<BackupNote | 'unknown' | undefined>;
}

export const STORE_FACTS = 'context-broker.store-facts';
