import { stat } from 'node:fs/promises';
import type { BackupNote, StoreFacts } from '../store-facts';
import { readBackupNote } from './backup-note';
import type { EmbeddedDatabases } from './embedded-database';

/** From one path to the next along the index: the cost is that of the paths, not of the entities. */
const PATHS = `
  WITH RECURSIVE paths (path) AS (
    SELECT min(service_path) FROM entities
    UNION ALL
    SELECT (SELECT min(service_path) FROM entities WHERE service_path > path) FROM paths WHERE path IS NOT NULL
  )
  SELECT path FROM paths WHERE path IS NOT NULL LIMIT ?`;

/** Of the SQLite files. */
export class EmbeddedStoreFacts implements StoreFacts {
  constructor(private readonly databases: EmbeddedDatabases) {}

  async sizeBytes(tenant: string): Promise<number> {
    const path = this.databases.path(tenant);
    const sizes = await Promise.all([sizeOf(path), sizeOf(`${path}-wal`)]);
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async servicePaths(tenant: string, limit: number): Promise<readonly string[]> {
    const database = await this.databases.existing(tenant);
    return database?.read(PATHS, limit).map(([path]) => String(path)) ?? [];
  }

  tenantsSetAside(): number {
    return this.databases.damaged.count;
  }

  lastBackup(): Promise<BackupNote | undefined> {
    return readBackupNote(this.databases.folder, this.databases.dbName);
  }
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0;
