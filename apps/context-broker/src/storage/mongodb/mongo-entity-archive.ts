import type { AnyBulkWriteOperation, Document } from 'mongodb';
import type { Entity } from '@smart-city/ngsi';
import type { EntityArchive } from '../entity-archive';
import { entityKey, readEntity, storedEntity } from './entity-document';
import type { MongoDatabases } from './mongo-databases';

const COLLECTION = 'entities';
const GROUP_SIZE = 500;

/** Entities in the collection that {@link MongoEntityStore} serves. */
export class MongoEntityArchive implements EntityArchive {
  constructor(private readonly databases: MongoDatabases) {}

  /** In the order of creation, which the embedded store answers ties in. */
  async *scan(tenant: string): AsyncIterable<readonly Entity[]> {
    const operation = { tenant, collection: COLLECTION, operation: 'query', detail: {} };
    const cursor = await this.databases.run(operation, async (collection) =>
      collection.find({}, { raw: true, batchSize: GROUP_SIZE, sort: { creDate: 1 }, allowDiskUse: true }),
    );
    try {
      for (;;) {
        const group: Entity[] = [];
        await this.databases.run(operation, async () => {
          while (group.length < GROUP_SIZE) {
            const bytes = await cursor.next();
            if (bytes === null) return;
            group.push(readEntity(bytes as unknown as Uint8Array).entity);
          }
        });
        if (group.length > 0) yield group;
        if (group.length < GROUP_SIZE) return;
      }
    } finally {
      await cursor.close();
    }
  }

  async put(tenant: string, entities: readonly Entity[]): Promise<void> {
    if (entities.length === 0) return;
    const writes = entities.map((entity): AnyBulkWriteOperation<Document> => {
      const key = entityKey(entity.id, entity.type, entity.servicePath);
      const replacement = storedEntity(entity) as unknown as Document;
      return { replaceOne: { filter: { _id: key as Document }, replacement, upsert: true } };
    });
    const detail = { replaced: entities.length };
    await this.databases.run({ tenant, collection: COLLECTION, operation: 'update', detail }, (collection) =>
      collection.bulkWrite(writes, { ordered: false }),
    );
  }
}
