import type { EmbeddedDatabases } from './embedded-database';
import { sqliteError } from './sqlite-error';
import type { TenantDatabase } from './tenant-database';

/** Databases by tenant, opened when somebody first asks for them. */
export class OpenTenants {
  /** Those that are open. */
  readonly open = new Map<string, TenantDatabase>();

  constructor(
    private readonly databases: EmbeddedDatabases,
    /** Told of each, once. */
    private readonly onOpened: (database: TenantDatabase) => void,
  ) {
    databases.damaged.onFound((path) => {
      for (const [tenant, database] of this.open) if (database.path === path) this.open.delete(tenant);
    });
  }

  /** The tenant's database; its file is made by the first write. @throws NgsiError  500 when it cannot be opened; TenantSetAside */
  create(tenant: string): Promise<TenantDatabase> {
    return this.opened(this.databases.create(tenant));
  }

  /** The same, or undefined while nothing was written to it. @throws NgsiError  500 */
  async existing(tenant: string): Promise<TenantDatabase | undefined> {
    const database = this.databases.existing(tenant);
    return database && this.opened(database);
  }

  private async opened(opening: Promise<TenantDatabase>): Promise<TenantDatabase> {
    try {
      const database = await opening;
      if (!this.open.has(database.tenant)) {
        this.open.set(database.tenant, database);
        this.onOpened(database);
      }
      return database;
    } catch (error) {
      throw sqliteError('query', error);
    }
  }
}
