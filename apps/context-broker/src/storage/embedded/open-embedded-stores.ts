import type { Stores, StoreSettings } from '../stores';
import { dataFiles } from './data-files';
import { EmbeddedDatabases } from './embedded-database';
import { EmbeddedDeadLetterStore } from './embedded-dead-letter-store';
import { EmbeddedDocumentStore } from './embedded-document-store';
import { EmbeddedEntityArchive } from './embedded-entity-archive';
import { EmbeddedEntityStore } from './embedded-entity-store';
import { EmbeddedHistoryStore } from './history/embedded-history-store';
import { EmbeddedNotificationOutbox } from './embedded-notification-outbox';
import { EmbeddedRegistrationStore } from './embedded-registration-store';
import { EmbeddedStoreFacts } from './embedded-store-facts';
import { EmbeddedSubscriptionStore } from './embedded-subscription-store';
import { EmbeddedUsageStore } from './embedded-usage-store';

/** After the start, which it must not slow down, and before the first query that needs it: that would wait for half a second under load. */
const READ_AHEAD_MS = 2_000;

/** The stores of `dbUri`, `sqlite:<folder>`. @throws Error when the database cannot be opened */
export async function openEmbeddedStores(settings: StoreSettings): Promise<Stores> {
  const { dbName, queryTimeoutMs, monitor } = settings;
  const folder = settings.dbUri.slice('sqlite:'.length);
  if (settings.mustExist && (await dataFiles(folder, dbName)).length === 0)
    throw new Error(`there is no database '${dbName}' in ${folder}`);
  const databases = await EmbeddedDatabases.open({ folder, dbName, monitor });
  const history =
    settings.history &&
    new EmbeddedHistoryStore(databases, settings.history, (text) => monitor?.warn?.(text));
  const options = { queryTimeoutMs, readAheadMs: READ_AHEAD_MS, recorder: history };
  return {
    entities: new EmbeddedEntityStore(databases, options, () => history?.close()),
    archive: new EmbeddedEntityArchive(databases),
    registrations: new EmbeddedRegistrationStore(databases),
    subscriptions: new EmbeddedSubscriptionStore(databases),
    usage: new EmbeddedUsageStore(databases),
    facts: new EmbeddedStoreFacts(databases),
    openOutbox: () => new EmbeddedNotificationOutbox(databases),
    deadLetters: new EmbeddedDeadLetterStore(databases),
    documents: new EmbeddedDocumentStore(databases),
    history,
  };
}
