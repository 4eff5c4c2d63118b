import { ADDITIONS_MEMBER, NGSIV2, type Subscription } from '@smart-city/ngsiv2';
import { Long, type AnyBulkWriteOperation, type Document, type Filter } from 'mongodb';
import type {
  CounterDelta,
  OnSubscriptionChange,
  SubscriptionPage,
  SubscriptionPageRequest,
  SubscriptionStore,
} from '../subscription-store';
import { nextAfter } from '../page-request';
import { LANGUAGE_MEMBER } from '../subscription-tags';
import { behindId } from './behind-id';
import { documentId } from './document-id';
import type { MongoDatabases } from './mongo-databases';
import { rawBytes, readDocument, type BsonDocument } from './ordered-bson';
import { subscriptionOfBson, subscriptionToBson, subscriptionUpdate } from './subscription-document';
import { watchSubscriptions } from './subscription-watch';

const collection = 'csubs';

/** Subscriptions in the collection `csubs` of the tenant's database, shared with other brokers and with Orion. */
export class MongoSubscriptionStore implements SubscriptionStore {
  readonly isShared = true;

  constructor(private readonly databases: MongoDatabases) {}

  async insert(tenant: string, subscription: Subscription): Promise<void> {
    const { timesSent, failsCounter } = subscription.counters;
    const document = new Map<string, unknown>([
      ['_id', documentId(subscription.id)],
      ...subscriptionToBson(subscription),
      ...(timesSent > 0 ? [['count', Long.fromNumber(timesSent)] as const] : []),
      ...(failsCounter > 0 ? [['failsCounter', Long.fromNumber(failsCounter)] as const] : []),
    ]) as Document;
    await this.databases.run({ tenant, collection, operation: 'insert_one', detail: document }, (csubs) =>
      csubs.insertOne(document),
    );
  }

  async updateDefinition(tenant: string, subscription: Subscription, before: Subscription): Promise<boolean> {
    const update = subscriptionUpdate(subscription, before) as Document;
    const { matchedCount } = await this.databases.run(
      { tenant, collection, operation: 'update', detail: update },
      (csubs) => csubs.updateOne(byId(subscription.id), update),
    );
    return matchedCount > 0;
  }

  async delete(tenant: string, id: string): Promise<boolean> {
    const filter = byId(id);
    const { deletedCount } = await this.databases.run(
      { tenant, collection, operation: 'remove', detail: filter },
      (csubs) => csubs.deleteOne(filter),
    );
    return deletedCount > 0;
  }

  async find(tenant: string, id: string): Promise<Subscription | undefined> {
    return (await this.read(tenant, byId(id), { limit: 1, offset: 0 }))[0];
  }

  async page(tenant: string, request: SubscriptionPageRequest): Promise<SubscriptionPage> {
    const { servicePath, language, limit, offset } = request;
    const filter: Filter<Document> = {
      ...(servicePath !== undefined && { servicePath }),
      ...(language !== undefined && {
        [`${ADDITIONS_MEMBER}.${LANGUAGE_MEMBER}`]: language === NGSIV2 ? { $exists: false } : language,
      }),
    };
    const count = await this.databases.run(
      { tenant, collection, operation: 'count_documents', detail: filter },
      (csubs) => csubs.countDocuments(filter),
    );
    // To the driver, limit 0 means no limit.
    const subscriptions =
      limit === 0 ? [] : await this.read(tenant, behindId(filter, request), { limit, offset });
    return { subscriptions, count, ...nextAfter(subscriptions, request) };
  }

  list(tenant: string): Promise<readonly Subscription[]> {
    return this.read(tenant, {}, { limit: 0, offset: 0 });
  }

  listTenants(): Promise<readonly string[]> {
    return this.databases.listTenants();
  }

  async addCounters(tenant: string, deltas: readonly CounterDelta[]): Promise<void> {
    const writes = deltas.flatMap(counterWrites);
    if (writes.length === 0) return;
    await this.databases.run({ tenant, collection, operation: 'update', detail: writes }, (csubs) =>
      csubs.bulkWrite(writes, { ordered: true }),
    );
  }

  watch(listener: OnSubscriptionChange): Promise<(() => Promise<void>) | undefined> {
    return watchSubscriptions(this.databases, collection, listener);
  }

  private async read(
    tenant: string,
    filter: Filter<Document>,
    page: { limit: number; offset: number },
  ): Promise<readonly Subscription[]> {
    const documents = await this.databases.run(
      { tenant, collection, operation: 'query', detail: filter },
      (csubs) =>
        csubs.find(filter, { raw: true }).sort({ _id: 1 }).skip(page.offset).limit(page.limit).toArray(),
    );
    return documents.map((bytes) => subscriptionOfBson(readDocument(rawBytes(bytes)) satisfies BsonDocument));
  }
}

const byId = (id: string) => ({ _id: documentId(id) }) as Filter<Document>;

/**
 * Increments first; then each group of times, guarded by the filter so that an earlier one never overwrites a later one
 * of another broker.
 */
function counterWrites(delta: CounterDelta): AnyBulkWriteOperation<Document>[] {
  const { _id } = byId(delta.id);
  const increments = {
    ...(delta.timesSent > 0 && { count: Long.fromNumber(delta.timesSent) }),
    ...(!delta.failsReset && delta.fails > 0 && { failsCounter: Long.fromNumber(delta.fails) }),
  };
  const counters = {
    ...(Object.keys(increments).length > 0 && { $inc: increments }),
    ...(delta.failsReset && { $set: { failsCounter: Long.fromNumber(delta.fails) } }),
  };
  const writes: AnyBulkWriteOperation<Document>[] = [];
  if (Object.keys(counters).length > 0) writes.push({ updateOne: { filter: { _id }, update: counters } });
  const later = (
    field: string,
    at: number | undefined,
    beside: Document = {},
    stored: unknown = at === undefined ? 0 : Long.fromNumber(Math.floor(at)),
  ) => {
    if (at === undefined) return;
    const filter = { _id, $or: [{ [field]: { $exists: false } }, { [field]: { $lte: at } }] };
    writes.push({ updateOne: { filter, update: { $set: { [field]: stored, ...beside } } } });
  };
  later('lastNotification', delta.lastNotification);
  later(
    'lastSuccess',
    delta.lastSuccess,
    delta.lastSuccessCode === undefined ? {} : { lastSuccessCode: Long.fromNumber(delta.lastSuccessCode) },
  );
  later(
    'lastFailure',
    delta.lastFailure,
    delta.lastFailureReason === undefined ? {} : { lastFailureReason: delta.lastFailureReason },
  );
  later('statusLastChange', delta.status?.at, { status: delta.status?.value }, delta.status?.at);
  return writes;
}
