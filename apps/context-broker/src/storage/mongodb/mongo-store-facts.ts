import type { StoreFacts } from '../store-facts';
import type { MongoDatabases } from './mongo-databases';
import { isTooSlow } from './mongo-errors';

/** No index of the original holds service paths: the server looks at every entity, for so long at most. */
const PATHS_MAX_MS = 2_000;

/** Of a MongoDB server. */
export class MongoStoreFacts implements StoreFacts {
  constructor(private readonly databases: MongoDatabases) {}

  async sizeBytes(tenant: string): Promise<number> {
    const { dataSize = 0, indexSize = 0 } = await this.databases.run(
      { tenant, collection: '$cmd', operation: 'query', detail: { dbStats: 1 } },
      () => this.databases.database(tenant).command({ dbStats: 1 }),
    );
    return Number(dataSize) + Number(indexSize);
  }

  async servicePaths(tenant: string, limit: number): Promise<readonly string[] | undefined> {
    const pipeline = [{ $group: { _id: '$_id.servicePath' } }, { $sort: { _id: 1 } }, { $limit: limit }];
    const found = await this.databases.run(
      { tenant, collection: 'entities', operation: 'aggregate', detail: pipeline },
      (collection) =>
        collection
          .aggregate<{ _id: string | null }>(pipeline, { maxTimeMS: PATHS_MAX_MS })
          .toArray()
          .catch((error: unknown) => {
            if (isTooSlow(error)) return undefined;
            throw error;
          }),
    );
    return found?.map(({ _id }) => _id ?? '/');
  }

  /** The server looks after its files. */
  tenantsSetAside(): number {
    return 0;
  }

  lastBackup(): Promise<'unknown'> {
    return Promise.resolve('unknown');
  }
}
