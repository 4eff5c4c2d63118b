import type { Document } from 'mongodb';
import { NgsiError, type Entity, type EntityUpdate, type WriteTenancy } from '@smart-city/context';
import { entityKey, readEntity, storedEntity, type EntityDocument } from './entity-document';
import type { MongoDatabases } from './mongo-databases';
import { isBadGeoJson, isDuplicateKey } from './mongo-errors';
import { refFilter } from './mongo-filter';
import type { NativeUpdate } from './mongo-update';
import { rawBytes } from './ordered-bson';

const COLLECTION = 'entities';

/** What became of something that is tried until no other writer is faster: that one was, and it must be computed again. */
export type Round<T> = T | 'again';

/** What a writer asks of the documents of `entities`, one at a time. */
export class MongoEntityDocuments {
  constructor(private readonly mongo: MongoDatabases) {}

  /** By `_id` where the request names it whole: its index always exists. */
  find({ tenant, servicePath }: WriteTenancy, { ref, allMatching }: EntityUpdate): Promise<EntityDocument[]> {
    const filter =
      ref.type === undefined || ref.type === ''
        ? {
            ...refFilter({ servicePaths: [{ path: servicePath, subtree: false }] }, { id: ref.id }),
            ...withoutType(ref.type),
          }
        : { _id: entityKey(ref.id, ref.type, servicePath) };
    return this.mongo.run(
      { tenant, collection: COLLECTION, operation: 'query', detail: filter },
      async (collection) => {
        const documents = await collection
          .find(filter as Document, {
            raw: true,
            readPreference: 'primary',
            ...(allMatching ? { sort: { creDate: 1 } } : { limit: 2 }),
          })
          .toArray();
        return documents.map((bytes) => readEntity(rawBytes(bytes)));
      },
    );
  }

  /** All of an id, oldest first. */
  findById(tenant: string, id: string): Promise<EntityDocument[]> {
    const filter = { '_id.id': id };
    return this.mongo.run(
      { tenant, collection: COLLECTION, operation: 'query', detail: filter },
      async (collection) => {
        const documents = await collection
          .find(filter, { raw: true, readPreference: 'primary', sort: { creDate: 1 } })
          .toArray();
        return documents.map((bytes) => readEntity(rawBytes(bytes)));
      },
    );
  }

  /**
   * @returns false when there is one of this id, type and service path
   * @throws NgsiError  400 for GeoJSON that the index refuses, 500
   */
  async insert(tenant: string, entity: Entity): Promise<boolean> {
    const document = storedEntity(entity);
    const operation = { tenant, collection: COLLECTION, operation: 'insert_one', detail: document };
    try {
      await this.mongo.run(operation, (collection) => collection.insertOne(document as Document));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw isBadGeoJson(error) ? wrongGeoJson(error) : asInternalError(error);
    }
  }

  /** @param unchanged  joined with its id: what has to hold yet */
  remove(tenant: string, { id }: EntityDocument, unchanged: Document): Promise<Round<undefined>> {
    return this.removeKey(tenant, id, unchanged);
  }

  removeKey(tenant: string, id: EntityDocument['id'], unchanged: Document): Promise<Round<undefined>> {
    const filter: Document = { _id: id, ...unchanged };
    return this.mongo.run(
      { tenant, collection: COLLECTION, operation: 'remove', detail: filter },
      async (collection) => {
        const { deletedCount } = await collection.deleteOne(filter);
        return deletedCount === 0 ? 'again' : undefined;
      },
    );
  }

  /**
   * One find-and-modify. The filter repeats the parts of `_id`: in a sharded cluster they are the shard key.
   *
   * @returns the entity as it is then
   * @throws NgsiError  400 for GeoJSON that the index refuses, 500
   */
  modify(tenant: string, id: EntityDocument['id'], { guard, update }: NativeUpdate): Promise<Round<Entity>> {
    const parts = Object.fromEntries([...id].map(([name, value]) => [`_id.${name}`, value]));
    const filter: Document = { _id: id, ...parts, ...guard };
    const operation = { tenant, collection: COLLECTION, operation: 'findAndModify', detail: parts, update };
    return this.mongo
      .run(operation, async (collection) => {
        const document = await collection.findOneAndUpdate(filter, update, {
          returnDocument: 'after',
          raw: true,
        });
        return document === null ? 'again' : readEntity(rawBytes(document)).entity;
      })
      .catch((error: unknown) => {
        throw isBadGeoJson(error) ? wrongGeoJson(error) : error;
      });
  }
}

/** `''` means the document without a type. */
const withoutType = (type: string | undefined): Document =>
  type === '' ? { '_id.type': { $in: [null, ''] } } : {};

const wrongGeoJson = (cause: unknown) => new NgsiError('BadRequest', 'Wrong GeoJson', { cause });

/** Orion answers a failed insert with another error name. */
const asInternalError = (error: unknown) =>
  error instanceof NgsiError && error.error === 'InternalServerError'
    ? new NgsiError('InternalError', error.message, { cause: error.cause })
    : error;
