import type { Filter } from 'mongodb';
import {
  beyond,
  type DeadLetterStore,
  type Letter,
  type LetterLimits,
  type LetterPage,
  type LetterQuery,
  type LetterRow,
} from '../dead-letter-store';
import type { MongoDatabases } from './mongo-databases';

const collection = 'notificationDeadLetters';

/** A letter with its id as MongoDB calls it. */
type StoredLetter = Omit<Letter, 'id'> & { readonly _id: string };

const NEWEST_FIRST = { atMs: -1, _id: -1 } as const;

/** Dead letters in a collection of their own in the tenant's database; Orion does not look at it. */
export class MongoDeadLetterStore implements DeadLetterStore {
  constructor(private readonly databases: MongoDatabases) {}

  async put(tenant: string, letters: readonly Letter[]): Promise<void> {
    const writes = letters.map(({ id, ...letter }) => ({
      replaceOne: { filter: { _id: id } as unknown as Filter<object>, replacement: letter, upsert: true },
    }));
    await this.databases.run(
      { tenant, collection, operation: 'update', detail: { letters: letters.length } },
      (all) => all.bulkWrite(writes, { ordered: false }),
    );
  }

  async page(tenant: string, { subscriptionId, limit, offset }: LetterQuery): Promise<LetterPage> {
    const filter = subscriptionId === undefined ? {} : { subscriptionId };
    const count = await this.databases.run(
      { tenant, collection, operation: 'count_documents', detail: filter },
      (all) => all.countDocuments(filter),
    );
    // To the driver, limit 0 means no limit.
    return { letters: limit === 0 ? [] : await this.rows(tenant, filter, limit, offset), count };
  }

  async find(tenant: string, id: string): Promise<Letter | undefined> {
    const filter = { _id: id } as unknown as Filter<object>;
    const found = await this.databases.run(
      { tenant, collection, operation: 'query', detail: filter },
      (all) => all.findOne(filter),
    );
    return found === null ? undefined : letterOf<StoredLetter>(found as unknown as StoredLetter);
  }

  async remove(tenant: string, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const filter = { _id: { $in: [...ids] } } as unknown as Filter<object>;
    const { deletedCount } = await this.databases.run(
      { tenant, collection, operation: 'remove', detail: { letters: ids.length } },
      (all) => all.deleteMany(filter),
    );
    return deletedCount;
  }

  async trim(tenant: string, limits: LetterLimits): Promise<number> {
    return this.remove(tenant, beyond(await this.rows(tenant, {}, 0, 0), limits));
  }

  /** @param limit  0: all */
  private async rows(
    tenant: string,
    filter: Filter<object>,
    limit: number,
    offset: number,
  ): Promise<readonly LetterRow[]> {
    const found = await this.databases.run(
      { tenant, collection, operation: 'query', detail: filter },
      (all) =>
        all
          .find(filter, { projection: { content: 0 } })
          .sort(NEWEST_FIRST)
          .skip(offset)
          .limit(limit)
          .toArray(),
    );
    return (found as unknown as readonly Omit<StoredLetter, 'content'>[]).map(letterOf);
  }
}

const letterOf = <Stored extends { readonly _id: string }>({ _id, ...rest }: Stored) => ({
  id: _id,
  ...rest,
});
