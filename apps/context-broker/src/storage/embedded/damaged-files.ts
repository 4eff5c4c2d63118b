import { errorMessage } from '@smart-city/service';
import { basename, dirname } from 'node:path';
import type { DatabaseMonitor } from '../database-monitor';
import { TenantSetAside } from '../tenant-set-aside';
import { tenantOfFile } from './data-files';
import { isDamage } from './sqlite-error';

/**
 * Database files that were found damaged. Nothing is read from or written to them any more until the broker is started again: what
 * is written to a damaged file may damage it further, and its subscriptions may not have been read.
 */
export class DamagedFiles {
  private readonly paths = new Set<string>();
  private readonly listeners: ((path: string) => void)[] = [];

  constructor(
    private readonly dbName: string,
    private readonly monitor: DatabaseMonitor = {},
  ) {}

  get count(): number {
    return this.paths.size;
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** @param listener  told of each file, once */
  onFound(listener: (path: string) => void): void {
    this.listeners.push(listener);
  }

  /**
   * Takes note of a file whose reading or writing failed because it is damaged; logs the remedy the first time.
   *
   * @returns the error to answer with: a {@link TenantSetAside}, or any other error as it is
   */
  noted(path: string, error: unknown): unknown {
    if (!isDamage(error)) return error;
    if (!this.paths.has(path)) {
      this.paths.add(path);
      this.monitor.error?.(`Runtime Error (${this.remedy(path, error)})`);
      for (const tell of this.listeners) tell(path);
    }
    return new TenantSetAside({ cause: error });
  }

  private remedy(path: string, error: unknown): string {
    const cause = error instanceof TenantSetAside ? error.cause : error;
    const tenant = tenantOfFile(basename(path), this.dbName) || 'default';
    return [
      `the database file ${path} is damaged: ${errorMessage(cause)}.`,
      `Requests of the tenant '${tenant}' are answered 503, other tenants are served.`,
      `To restore it from a backup, stop the broker and run:`,
      `context-broker restore --from <backup> --data ${dirname(path)} --db ${this.dbName} --file ${basename(path)} --force.`,
      `To save what can be read: sqlite3 ${path} .recover | sqlite3 ${path}.recovered`,
    ].join(' ');
  }
}
