import { parseJson, renderExactJson, type JsonObject, type JsonValue } from '@smart-city/context';
import { type Subscription } from '@smart-city/ngsiv2';
import { applySubscriptionChange, subscriptionChange } from '../subscription-change';
import { subscriptionOfDocument } from '../subscription-of-document';
import { subscriptionToDocument } from '../subscription-to-document';
import type {
  CounterDelta,
  SubscriptionPage,
  SubscriptionPageRequest,
  SubscriptionStore,
} from '../subscription-store';
import { KeyedMutex } from '../keyed-mutex';
import { cutPage } from '../cut-page';
import type { DocumentTable } from './document-table';
import type { EmbeddedDatabases } from './embedded-database';

const COLLECTION = 'csubs';

/** Subscriptions as csubs documents in JSON, in the tenant's database file. One process owns the file, so nobody else changes them. */
export class EmbeddedSubscriptionStore implements SubscriptionStore {
  readonly isShared = false;
  /** Writes of a tenant that read first go one after the other. */
  private readonly writes = new KeyedMutex();

  constructor(private readonly databases: EmbeddedDatabases) {}

  async insert(tenant: string, subscription: Subscription): Promise<void> {
    await this.table(tenant).put(
      subscription.id,
      renderExactJson(new Map([...subscriptionToDocument(subscription), ...initialCounters(subscription)])),
    );
  }

  updateDefinition(tenant: string, subscription: Subscription, before: Subscription): Promise<boolean> {
    return this.inTurn(tenant, async (table) => {
      const stored = await this.document(table, subscription.id);
      if (stored === undefined) return false;
      const after = applySubscriptionChange(stored, subscriptionChange(subscription, before));
      await table.put(subscription.id, renderExactJson(after));
      return true;
    });
  }

  delete(tenant: string, id: string): Promise<boolean> {
    return this.inTurn(tenant, (table) => table.delete(id));
  }

  async find(tenant: string, id: string): Promise<Subscription | undefined> {
    const document = await this.document(this.table(tenant), id);
    return document && subscriptionOfDocument(id, document);
  }

  async page(tenant: string, request: SubscriptionPageRequest): Promise<SubscriptionPage> {
    const { language } = request;
    const all = await this.list(tenant);
    const wanted =
      language === undefined ? all : all.filter(({ condition }) => condition.language === language);
    const { page, ...more } = cutPage(wanted, request);
    return { subscriptions: page, ...more };
  }

  async list(tenant: string): Promise<readonly Subscription[]> {
    const documents = await this.table(tenant).list();
    return documents
      .map(({ id, json }) => subscriptionOfDocument(id, parseJson(json) as JsonObject))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  listTenants(): Promise<readonly string[]> {
    return this.databases.listTenants();
  }

  addCounters(tenant: string, deltas: readonly CounterDelta[]): Promise<void> {
    return this.inTurn(tenant, async (table) => {
      const documents: { id: string; json: string }[] = [];
      for (const delta of deltas) {
        const before = await this.document(table, delta.id);
        if (before !== undefined)
          documents.push({ id: delta.id, json: renderExactJson(withDelta(before, delta)) });
      }
      if (documents.length > 0) await table.putAll(documents);
    });
  }

  watch(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  private async document(table: DocumentTable, id: string): Promise<JsonObject | undefined> {
    const json = await table.get(id);
    return json === undefined ? undefined : (parseJson(json) as JsonObject);
  }

  private inTurn<T>(tenant: string, work: (table: DocumentTable) => Promise<T>): Promise<T> {
    return this.writes.run(tenant, () => work(this.table(tenant)));
  }

  private table(tenant: string): DocumentTable {
    return this.databases.documents(tenant, COLLECTION);
  }
}

const initialCounters = ({ counters }: Subscription): [string, JsonValue][] =>
  counters.timesSent > 0 || counters.failsCounter > 0
    ? [
        ['count', counters.timesSent],
        ['failsCounter', counters.failsCounter],
      ]
    : [];

function withDelta(before: JsonObject, delta: CounterDelta): JsonObject {
  const after = new Map(before);
  const number = (field: string): number => {
    const value = before.get(field);
    return typeof value === 'number' ? value : 0;
  };
  /** Sets times and what belongs to them when the time is a later one. */
  const later = (
    field: string,
    at: number | undefined,
    beside: readonly (readonly [string, JsonValue | undefined])[] = [],
  ): void => {
    if (at === undefined || at < number(field)) return;
    after.set(field, at);
    for (const [name, value] of beside) if (value !== undefined) after.set(name, value);
  };
  if (delta.timesSent > 0) after.set('count', number('count') + delta.timesSent);
  after.set('failsCounter', (delta.failsReset ? 0 : number('failsCounter')) + delta.fails);
  later('lastNotification', delta.lastNotification);
  later('lastSuccess', delta.lastSuccess, [['lastSuccessCode', delta.lastSuccessCode]]);
  later('lastFailure', delta.lastFailure, [['lastFailureReason', delta.lastFailureReason]]);
  later('statusLastChange', delta.status?.at, [['status', delta.status?.value]]);
  return after;
}
