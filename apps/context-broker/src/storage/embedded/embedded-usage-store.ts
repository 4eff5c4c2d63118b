import type { UsageStore } from '../usage-store';
import type { EmbeddedDatabases } from './embedded-database';

/** Usage counts beside the data of the default tenant. */
export class EmbeddedUsageStore implements UsageStore {
  constructor(private readonly databases: EmbeddedDatabases) {}

  put(broker: string, json: string): Promise<void> {
    return this.table().put(broker, json);
  }

  async list(): Promise<readonly { readonly broker: string; readonly json: string }[]> {
    return (await this.table().list()).map(({ id, json }) => ({ broker: id, json }));
  }

  private table() {
    return this.databases.documents('', 'deprecations');
  }
}
