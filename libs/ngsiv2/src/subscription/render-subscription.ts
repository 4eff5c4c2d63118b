import { type JsonObject, type JsonValue, renderDateTime } from '@smart-city/context';
import { additionMembers } from './additions';
import { channelToJson } from './channels/channels';
import type { Subscription, SubscriptionCondition, SubscriptionNotification } from './subscription';

type Member = readonly [string, JsonValue | undefined];

/** An object of the members that have a value. */
const object = (...members: readonly Member[]): JsonObject =>
  new Map(members.filter((member): member is readonly [string, JsonValue] => member[1] !== undefined));

const whenMany = (list: readonly string[]): JsonValue | undefined => (list.length === 0 ? undefined : list);
const whenPositive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 ? value : undefined;
const whenDate = (seconds: number | undefined): string | undefined =>
  whenPositive(seconds) === undefined ? undefined : renderDateTime(seconds!);

/**
 * A subscription as `GET /v2/subscriptions` shows it, members in Orion's order.
 *
 * @param nowSeconds  decides whether the status is `expired`
 */
export function subscriptionToJson(subscription: Subscription, nowSeconds: number): JsonObject {
  const { expiresAt, condition } = subscription;
  const isExpired = expiresAt !== undefined && expiresAt < nowSeconds;
  return object(
    ['id', subscription.id],
    ['description', subscription.description || undefined],
    ['expires', expiresAt === undefined ? undefined : renderDateTime(expiresAt)],
    ['status', isExpired ? 'expired' : subscription.status],
    [
      'subject',
      object(
        ['entities', subscription.entities.map((entity) => object(...Object.entries(entity)))],
        ['condition', conditionToJson(condition)],
      ),
    ],
    ['notification', notificationToJson(subscription)],
    ['throttling', whenPositive(subscription.throttlingSeconds)],
    ...additionMembers(subscription),
  );
}

function conditionToJson(condition: SubscriptionCondition): JsonObject {
  const { q, mq, geometry, coords, georel, geoproperty, extended } = condition.expression ?? {};
  const expression = object(
    ['q', q],
    ['mq', mq],
    ['geometry', geometry],
    ['coords', coords],
    ['georel', georel],
    ['geoproperty', geoproperty],
    ['extendedQuery', extended],
  );
  return object(
    ['attrs', condition.attrs],
    ['jexlExpression', condition.jexlExpression || undefined],
    ['expression', expression.size === 0 ? undefined : expression],
    ['alterationTypes', whenMany(condition.alterationTypes)],
    ['notifyOnMetadataChange', condition.notifyOnMetadataChange],
  );
}

function notificationToJson({ notification, counters }: Subscription): JsonObject {
  return object(
    ['timesSent', whenPositive(counters.timesSent)],
    ['lastNotification', whenDate(counters.lastNotification)],
    ...attributeMembers(notification),
    ['attrsFormat', notification.attrsFormat],
    [notification.channel.kind, channelToJson(notification.channel)],
    ['metadata', whenMany(notification.metadata)],
    ['lastFailure', whenDate(counters.lastFailure)],
    ['lastFailureReason', counters.lastFailureReason || undefined],
    ['lastSuccess', whenDate(counters.lastSuccess)],
    ['lastSuccessCode', whenPositive(counters.lastSuccessCode)],
    ['maxFailsLimit', whenPositive(notification.maxFailsLimit)],
    ['failsCounter', whenPositive(counters.failsCounter)],
    ['covered', notification.covered],
  );
}

function attributeMembers({
  attrs,
  isExceptAttrs,
  onlyChangedAttrs,
}: SubscriptionNotification): readonly Member[] {
  return [
    [isExceptAttrs ? 'exceptAttrs' : 'attrs', attrs],
    ['onlyChangedAttrs', onlyChangedAttrs],
  ];
}
