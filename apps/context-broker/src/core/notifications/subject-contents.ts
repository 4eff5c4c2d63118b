import { type Entity, type EntityChange, type EntityQuery } from '@smart-city/context';
import type { Subscription, SubscriptionNotification } from '@smart-city/ngsiv2';
import type { EntityStore } from '../../storage/entity-store';
import type { CompiledSubscription } from '../subscriptions/compiled-subscription';
import type { ConditionLanguages } from '../subscriptions/condition-language';
import { selectContent, type NotificationContent } from './notification-content';

/**
 * What a subscription would tell of the entities that it selects now, as if they were updated without a change.
 *
 * @param limit  of the entities
 * @throws NgsiError  when the database is away
 */
export async function contentsOfSubject(
  store: Pick<EntityStore, 'query'>,
  languages: Pick<ConditionLanguages, 'named'>,
  { tenant, servicePath, subscription }: CompiledSubscription,
  limit: number,
): Promise<readonly NotificationContent[]> {
  const { entities } = await store.query(
    { tenant, servicePaths: [servicePath] },
    queryOf(subscription, languages, limit),
  );
  return entities.flatMap((entity) => contentOf(tenant, entity, subscription.notification) ?? []);
}

/**
 * What a subscription tells of an entity that was updated.
 *
 * @param changed  names of attributes that the update changed
 * @returns undefined for nothing
 */
export function contentOf(
  tenant: string,
  entity: Entity,
  notification: SubscriptionNotification,
  changed: readonly string[] = [],
): NotificationContent | undefined {
  const change: EntityChange = {
    tenant,
    at: entity.modDate,
    before: entity,
    after: entity,
    requested: [...entity.attrs.keys()],
    changed: new Set(changed),
    metadataChanged: new Set(),
    previousCorrelator: undefined,
  };
  return selectContent(change, { type: 'entityUpdate', changed }, notification);
}

function queryOf(
  { entities, condition }: Subscription,
  languages: Pick<ConditionLanguages, 'named'>,
  limit: number,
): EntityQuery {
  return {
    selectors: entities.map(({ id, idPattern, type, typePattern }) => ({
      ...(id !== undefined && { ids: [id] }),
      ...(idPattern !== undefined && { idPattern }),
      ...(type !== undefined && { types: [type] }),
      ...(typePattern !== undefined && { typePattern }),
    })),
    ...languages.named(condition.language).queryOf(condition),
    orderBy: [],
    limit,
    offset: 0,
    count: false,
  };
}
