import { RecentChanges } from './recent-changes';

/** Files of tenants kept open; the one used longest ago is closed first. */
const MOST_FILES = 32;

/** The recent changes of all tenants. */
export class RecentFiles {
  private readonly open = new Map<string, RecentChanges>();

  of(path: string): RecentChanges {
    const file = this.open.get(path) ?? new RecentChanges(path);
    this.open.delete(path);
    this.open.set(path, file);
    const [oldest] = this.open.keys();
    if (this.open.size > MOST_FILES && oldest !== undefined) {
      this.open.get(oldest)?.close();
      this.open.delete(oldest);
    }
    return file;
  }

  closeAll(): void {
    for (const file of this.open.values()) file.close();
    this.open.clear();
  }
}
