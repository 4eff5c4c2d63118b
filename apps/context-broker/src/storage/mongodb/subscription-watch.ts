import type { ChangeStreamDocument, Document } from 'mongodb';
import { COUNTER_MEMBERS } from '../subscription-counters';
import type { OnSubscriptionChange } from '../subscription-store';
import type { MongoDatabases } from './mongo-databases';

/**
 * Follows the change stream of every tenant's `csubs`. Counters that brokers flush would wake every broker all the
 * time, so updates that touch nothing else are left out.
 *
 * The driver resumes a stream after elections by itself; one that ends for good leaves the broker with its periodic
 * refresh, which goes on in any case.
 *
 * @returns how to stop; undefined where the server has no change streams (a single mongod, a compatible server)
 */
export async function watchSubscriptions(
  databases: MongoDatabases,
  collection: string,
  listener: OnSubscriptionChange,
): Promise<(() => Promise<void>) | undefined> {
  const database = databases.database('');
  const hello = await database.command({ hello: 1 }).catch((): Document => ({}));
  if (hello['setName'] === undefined && hello['msg'] !== 'isdbgrid') return undefined;
  const stream = database.client.watch([{ $match: { 'ns.coll': collection } }]);
  stream.on('change', (change: ChangeStreamDocument) => {
    if (!('documentKey' in change) || isOnlyCounters(change)) return;
    const tenant = tenantOf(change.ns.db, databases.databaseName(''));
    if (tenant !== undefined) listener(tenant, String(change.documentKey._id));
  });
  stream.on('error', () => void stream.close().catch(() => undefined));
  return () => stream.close();
}

const COUNTERS: ReadonlySet<string> = new Set(COUNTER_MEMBERS);

function isOnlyCounters(change: ChangeStreamDocument): boolean {
  if (change.operationType !== 'update') return false;
  const { updatedFields = {}, removedFields = [] } = change.updateDescription;
  return removedFields.length === 0 && Object.keys(updatedFields).every((name) => COUNTERS.has(name));
}

function tenantOf(database: string, defaultDatabase: string): string | undefined {
  if (database === defaultDatabase) return '';
  return database.startsWith(`${defaultDatabase}-`) ? database.slice(defaultDatabase.length + 1) : undefined;
}
