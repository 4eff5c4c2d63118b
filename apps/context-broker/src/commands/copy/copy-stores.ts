import type { Registration } from '@smart-city/context';
import type { Subscription } from '@smart-city/ngsiv2';
import type { Stores } from '../../storage/stores';

/** What there is of each kind. */
export interface Amounts {
  readonly entities: number;
  readonly subscriptions: number;
  readonly registrations: number;
}

/**
 * Copies what one tenant has. Whatever is in the target under the same identity is replaced, so it can run again after it
 * was stopped half-way.
 *
 * @param progress  hears of the entities copied so far, after each group
 */
export async function copyTenant(
  from: Stores,
  to: Stores,
  tenant: string,
  progress: (entities: number) => void,
): Promise<Amounts> {
  let entities = 0;
  for await (const group of from.archive.scan(tenant)) {
    await to.archive.put(tenant, group);
    entities += group.length;
    progress(entities);
  }
  const subscriptions = await from.subscriptions.list(tenant);
  for (const subscription of subscriptions) await putSubscription(to, tenant, subscription);
  const registrations = await from.registrations.list(tenant);
  for (const registration of registrations) await putRegistration(to, tenant, registration);
  return { entities, subscriptions: subscriptions.length, registrations: registrations.length };
}

/** Usage of deprecated features, by broker; it belongs to no tenant. */
export async function copyUsage(from: Stores, to: Stores): Promise<void> {
  for (const { broker, json } of await from.usage.list()) await to.usage.put(broker, json);
}

/** A new subscription begins with counts only; times and outcomes are added as if they had just been told. */
async function putSubscription(to: Stores, tenant: string, subscription: Subscription): Promise<void> {
  const { id, counters } = subscription;
  await to.subscriptions.delete(tenant, id);
  await to.subscriptions.insert(tenant, subscription);
  const { lastNotification, lastSuccess, lastSuccessCode, lastFailure, lastFailureReason } = counters;
  await to.subscriptions.addCounters(tenant, [
    {
      id,
      timesSent: 0,
      fails: 0,
      failsReset: false,
      lastNotification,
      lastSuccess,
      lastSuccessCode,
      lastFailure,
      lastFailureReason,
    },
  ]);
}

async function putRegistration(to: Stores, tenant: string, registration: Registration): Promise<void> {
  if (!(await to.registrations.replace(tenant, registration)))
    await to.registrations.insert(tenant, registration);
}

/** The first tenant that holds anything, or undefined. */
export async function findData(stores: Stores): Promise<string | undefined> {
  for (const tenant of await stores.entities.listTenants()) {
    const [subscriptions, registrations] = await Promise.all([
      stores.subscriptions.page(tenant, { limit: 0, offset: 0 }),
      stores.registrations.page(tenant, { limit: 0, offset: 0 }),
    ]);
    if (subscriptions.count + registrations.count > 0) return tenant;
    for await (const group of stores.archive.scan(tenant)) if (group.length > 0) return tenant;
  }
  return undefined;
}
