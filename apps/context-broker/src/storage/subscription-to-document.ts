import { type JsonObject, type JsonValue } from '@smart-city/context';
import {
  ADDITIONS_MEMBER,
  additionsToDocument,
  channelToDocument,
  NGSIV2,
  type SubjectEntity,
  type Subscription,
} from '@smart-city/ngsiv2';
import { tagsToDocument } from './subscription-tags';

type Members = readonly (readonly [string, JsonValue | undefined])[];

const object = (members: Members): Map<string, JsonValue> =>
  new Map(members.filter((member): member is readonly [string, JsonValue] => member[1] !== undefined));

/**
 * What a subscription asks for, as a csubs document without `_id` and without counters. A missing
 * `expiration` means permanent; the adapter for MongoDB writes the largest int64 instead, and encodes keys.
 */
export function subscriptionToDocument(subscription: Subscription): JsonObject {
  const { condition, notification } = subscription;
  return object([
    ['expiration', subscription.expiresAt],
    ...channelToDocument(notification.channel),
    ['throttling', subscription.throttlingSeconds],
    ['maxFailsLimit', notification.maxFailsLimit ?? NO_LIMIT],
    ['servicePath', subscription.servicePath],
    ['description', subscription.description],
    ['status', subscription.status],
    ['statusLastChange', subscription.statusLastChange],
    ['entities', subscription.entities.map(entityToDocument)],
    ['attrs', notification.attrs],
    ['metadata', notification.metadata],
    ['blacklist', notification.isExceptAttrs],
    ['onlyChanged', notification.onlyChangedAttrs],
    ['covered', notification.covered],
    ['notifyOnMetadataChange', condition.notifyOnMetadataChange],
    ['conditions', condition.attrs],
    ['expression', expressionToDocument(condition)],
    ['jexlExpression', condition.jexlExpression ?? ''],
    ['altTypes', condition.alterationTypes],
    ['format', notification.attrsFormat],
    [ADDITIONS_MEMBER, additionsOf(subscription)],
  ]);
}

function additionsOf(subscription: Subscription): JsonObject | undefined {
  const additions = additionsToDocument(subscription);
  const tags = tagsToDocument(subscription);
  return tags.length === 0 ? additions : new Map([...(additions ?? []), ...tags]);
}

/** What Orion stores where no `maxFailsLimit` was given. */
const NO_LIMIT = -1;

function entityToDocument({ id, idPattern, type, typePattern }: SubjectEntity): JsonObject {
  return object([
    ['id', id ?? idPattern ?? ''],
    ['isPattern', idPattern !== undefined],
    ['type', type ?? typePattern],
    [
      'isTypePattern',
      type === undefined && typePattern === undefined ? undefined : typePattern !== undefined,
    ],
  ]);
}

function expressionToDocument({ language, expression = {} }: Subscription['condition']): JsonObject {
  const { q = '', mq = '', geometry = '', coords = '', georel = '', geoproperty, extended } = expression;
  const geo = { geometry, coords, georel };
  if (language !== NGSIV2) return new Map<string, JsonValue>(Object.entries({ q: NEVER, mq: '', ...geo }));
  if (!extended && geoproperty === undefined)
    return new Map<string, JsonValue>(Object.entries({ q, mq, ...geo }));
  return object([
    ...Object.entries({ q: NEVER, mq: '', ...geo }),
    // Texts in the extended language, or Orion's own beside what it does not know.
    [extended ? 'extended' : 'plain', new Map(Object.entries({ q, mq }))],
    ['geoproperty', geoproperty],
  ]);
}

/**
 * What Orion finds as `q` of a subscription that it would misread: an attribute that is there and is not. Orion shows it
 * and never notifies.
 */
const NEVER = 'extendedQuery;!extendedQuery';
