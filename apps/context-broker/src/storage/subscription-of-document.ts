import {
  ALTERATION_TYPES,
  listOf,
  mapOf,
  numberOf,
  textOf,
  textsOf,
  type StoredDocument,
} from '@smart-city/context';
import {
  ADDITIONS_MEMBER,
  ATTRS_FORMATS,
  additionsOfDocument,
  channelOfDocument,
  type ConditionExpression,
  type SubjectEntity,
  type Subscription,
  type SubscriptionCounters,
  NGSIV2,
  type SubscriptionStatus,
} from '@smart-city/ngsiv2';
import { tagsOfDocument } from './subscription-tags';

/** Expirations from here on mean "never": old documents have 9e18, newer ones the largest int64. */
const PERMANENT = 9e18;

/**
 * Reads a csubs document, whatever version of Orion wrote it: fields may be missing, `isPattern` may be a string, the
 * format may be one that is gone.
 */
export function subscriptionOfDocument(id: string, document: StoredDocument): Subscription {
  const expiration = numberOf(document.get('expiration'));
  const description = textOf(document.get('description'));
  const statusLastChange = numberOf(document.get('statusLastChange'));
  const tags = tagsOfDocument(mapOf(document.get(ADDITIONS_MEMBER)));
  const expression = tags.language === NGSIV2 ? expressionOf(mapOf(document.get('expression'))) : undefined;
  const jexlExpression = textOf(document.get('jexlExpression'));
  const maxFailsLimit = numberOf(document.get('maxFailsLimit'));
  return {
    id,
    servicePath: textOf(document.get('servicePath')) || '/#',
    ...(description !== '' && { description }),
    ...(expiration !== undefined && expiration < PERMANENT && { expiresAt: expiration }),
    status: statusOf(document.get('status')),
    ...(statusLastChange !== undefined && { statusLastChange }),
    entities: listOf(document.get('entities')).map((item) => entityOf(mapOf(item))),
    condition: {
      language: tags.language,
      ...(tags.condition && { stated: tags.condition }),
      attrs: textsOf(document.get('conditions')),
      ...(expression !== undefined && { expression }),
      ...(jexlExpression !== '' && { jexlExpression }),
      alterationTypes: textsOf(document.get('altTypes')).flatMap(
        (name) => ALTERATION_TYPES.find((type) => type === name) ?? [],
      ),
      notifyOnMetadataChange: document.get('notifyOnMetadataChange') !== false,
    },
    notification: {
      form: tags.form,
      ...(tags.notification && { stated: tags.notification }),
      channel: channelOfDocument(document),
      attrs: textsOf(document.get('attrs')),
      isExceptAttrs: document.get('blacklist') === true,
      onlyChangedAttrs: document.get('onlyChanged') === true,
      covered: document.get('covered') === true,
      metadata: textsOf(document.get('metadata')),
      attrsFormat: ATTRS_FORMATS.find((format) => format === document.get('format')) ?? 'normalized',
      ...(maxFailsLimit !== undefined && maxFailsLimit > 0 && { maxFailsLimit }),
    },
    throttlingSeconds: Math.max(0, numberOf(document.get('throttling')) ?? 0),
    ...additionsOfDocument(document),
    counters: countersOf(document),
  };
}

function statusOf(status: unknown): SubscriptionStatus {
  return status === 'inactive' || status === 'oneshot' ? status : 'active';
}

function entityOf(entity: StoredDocument): SubjectEntity {
  const id = textOf(entity.get('id'));
  const type = textOf(entity.get('type'));
  const isTrue = (value: unknown) => value === true || value === 'true';
  return {
    ...(isTrue(entity.get('isPattern')) ? { idPattern: id } : { id }),
    ...(type !== '' && (isTrue(entity.get('isTypePattern')) ? { typePattern: type } : { type })),
  };
}

function expressionOf(expression: StoredDocument): ConditionExpression | undefined {
  const extended = mapOf(expression.get('extended'));
  const isExtended = extended.size > 0;
  const plain = mapOf(expression.get('plain'));
  // Beside the broker's own, `q` is for Orion.
  const texts = isExtended ? extended : plain.size > 0 ? plain : expression;
  const given = [
    ...(['q', 'mq'] as const).map((field) => [field, textOf(texts.get(field))] as const),
    ...(['geometry', 'coords', 'georel', 'geoproperty'] as const).map(
      (field) => [field, textOf(expression.get(field))] as const,
    ),
  ].filter(([, text]) => text !== '');
  if (given.length === 0) return undefined;
  return { ...Object.fromEntries(given), ...(isExtended && { extended: isExtended }) };
}

function countersOf(document: StoredDocument): SubscriptionCounters {
  const optional = (field: string) => {
    const value = numberOf(document.get(field));
    return value !== undefined && value > 0 ? value : undefined;
  };
  const [lastNotification, lastSuccess, lastSuccessCode, lastFailure] = [
    'lastNotification',
    'lastSuccess',
    'lastSuccessCode',
    'lastFailure',
  ].map(optional);
  const lastFailureReason = textOf(document.get('lastFailureReason'));
  return {
    timesSent: optional('count') ?? 0,
    failsCounter: optional('failsCounter') ?? 0,
    ...(lastNotification !== undefined && { lastNotification }),
    ...(lastSuccess !== undefined && { lastSuccess }),
    ...(lastSuccessCode !== undefined && { lastSuccessCode }),
    ...(lastFailure !== undefined && { lastFailure }),
    ...(lastFailureReason !== '' && { lastFailureReason }),
  };
}
