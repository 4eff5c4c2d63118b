import type { Subscription } from '@smart-city/ngsiv2';
import type { Stores } from '../../storage/stores';
import { isComparable, StoredDigest } from './stored-digest';

const COLLECTIONS = ['entities', 'subscriptions', 'registrations'] as const;

/**
 * Reads both databases again and compares them.
 *
 * @returns a line for each difference; empty when both hold the same
 */
export async function compareStores(from: Stores, to: Stores, nowMs: number): Promise<readonly string[]> {
  const [fromTenants, toTenants] = await Promise.all([
    from.entities.listTenants(),
    to.entities.listTenants(),
  ]);
  const differences: string[] = [];
  for (const tenant of [...new Set([...fromTenants, ...toTenants])].sort()) {
    const [source, target] = await Promise.all([digest(from, tenant, nowMs), digest(to, tenant, nowMs)]);
    for (const collection of COLLECTIONS) {
      if (source[collection].equals(target[collection])) continue;
      const counts = `${source[collection].count} in the source, ${target[collection].count} in the target`;
      const same = source[collection].count === target[collection].count ? ', of different content' : '';
      differences.push(`${tenantName(tenant)}: ${collection} differ (${counts}${same})`);
    }
  }
  return differences;
}

type TenantDigest = Readonly<Record<(typeof COLLECTIONS)[number], StoredDigest>>;

async function digest(stores: Stores, tenant: string, nowMs: number): Promise<TenantDigest> {
  const found = {
    entities: new StoredDigest(),
    subscriptions: new StoredDigest(),
    registrations: new StoredDigest(),
  };
  for await (const group of stores.archive.scan(tenant))
    for (const entity of group) if (isComparable(entity, nowMs)) found.entities.add(entity);
  for (const subscription of await stores.subscriptions.list(tenant))
    found.subscriptions.add(withWholeSeconds(subscription));
  for (const registration of await stores.registrations.list(tenant)) found.registrations.add(registration);
  return found;
}

/** MongoDB has whole seconds, as Orion writes them; the embedded store keeps the fraction. */
function withWholeSeconds({ counters, ...subscription }: Subscription): unknown {
  const whole = (seconds: number | undefined) => (seconds === undefined ? undefined : Math.floor(seconds));
  return {
    ...subscription,
    counters: {
      ...counters,
      lastNotification: whole(counters.lastNotification),
      lastSuccess: whole(counters.lastSuccess),
      lastFailure: whole(counters.lastFailure),
    },
  };
}

export const tenantName = (tenant: string): string => (tenant === '' ? 'default tenant' : `tenant ${tenant}`);
