import { MongoBulkWriteError, type AnyBulkWriteOperation, type Document } from 'mongodb';
import { NgsiError, type Entity } from '@smart-city/context';
import type { EntityArchive } from '../entity-archive';
import { entityKey, readEntity, storedEntity } from './entity-document';
import type { MongoDatabases } from './mongo-databases';
import { isDuplicateKey } from './mongo-errors';
import { rawBytes } from './ordered-bson';

const COLLECTION = 'entities';
const GROUP_SIZE = 500;

/** Entities in the collection that {@link MongoEntityStore} serves. */
export class MongoEntityArchive implements EntityArchive {
  constructor(private readonly databases: MongoDatabases) {}

  /** In the order of creation, which the embedded store answers ties in. */
  async *scan(tenant: string): AsyncIterable<readonly Entity[]> {
    const operation = { tenant, collection: COLLECTION, operation: 'query', detail: {} };
    const cursor = await this.databases.run(operation, (collection) =>
      Promise.resolve(
        collection.find({}, { raw: true, batchSize: GROUP_SIZE, sort: { creDate: 1 }, allowDiskUse: true }),
      ),
    );
    try {
      for (;;) {
        const group: Entity[] = [];
        await this.databases.run(operation, async () => {
          while (group.length < GROUP_SIZE) {
            const bytes = await cursor.next();
            if (bytes === null) return;
            group.push(readEntity(rawBytes(bytes)).entity);
          }
        });
        if (group.length > 0) yield group;
        if (group.length < GROUP_SIZE) return;
      }
    } finally {
      await cursor.close();
    }
  }

  /** Inserts, and replaces those that are there: upserts of one key may fail when somebody else writes it too. */
  async put(tenant: string, entities: readonly Entity[]): Promise<void> {
    if (entities.length === 0) return;
    const present = await this.insert(tenant, entities);
    if (present.length === 0) return;
    const writes = present.map((entity): AnyBulkWriteOperation<Document> => {
      const key = entityKey(entity.id, entity.type, entity.servicePath);
      const replacement = storedEntity(entity) as Document;
      return { replaceOne: { filter: { _id: key }, replacement } };
    });
    const detail = { replaced: present.length };
    await this.databases.run({ tenant, collection: COLLECTION, operation: 'update', detail }, (collection) =>
      collection.bulkWrite(writes, { ordered: false }),
    );
  }

  /** @returns those that were there already */
  private async insert(tenant: string, entities: readonly Entity[]): Promise<readonly Entity[]> {
    const documents = entities.map((entity) => storedEntity(entity) as Document);
    const detail = { inserted: entities.length };
    try {
      await this.databases.run(
        { tenant, collection: COLLECTION, operation: 'insert_many', detail },
        (collection) => collection.insertMany(documents, { ordered: false }),
      );
      return [];
    } catch (error) {
      const cause = error instanceof NgsiError ? error.cause : undefined;
      if (!(cause instanceof MongoBulkWriteError)) throw error;
      const failures = [cause.writeErrors].flat();
      if (!failures.every(isDuplicateKey)) throw error;
      return failures.map(({ index }) => entities[index]!);
    }
  }
}
