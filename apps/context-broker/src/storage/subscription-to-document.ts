import type {
  ConditionExpression,
  CustomBody,
  JsonObject,
  JsonValue,
  NgsiPatch,
  NotificationChannel,
  SubjectEntity,
  Subscription,
} from '@smart-city/ngsi';

type Members = readonly (readonly [string, JsonValue | undefined])[];

const object = (members: Members): Map<string, JsonValue> =>
  new Map(members.filter((member): member is readonly [string, JsonValue] => member[1] !== undefined));

/**
 * What a subscription asks for, as a csubs document without `_id` and without counters (spec section 17.3). A missing
 * `expiration` means permanent; the adapter for MongoDB writes the largest int64 instead, and encodes keys.
 */
export function subscriptionToDocument(subscription: Subscription): JsonObject {
  const { condition, notification } = subscription;
  return object([
    ['expiration', subscription.expiresAt],
    ['reference', notification.channel.url],
    ...channelMembers(notification.channel),
    ['throttling', subscription.throttlingSeconds],
    ['maxFailsLimit', notification.maxFailsLimit],
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
    ['expression', expressionToDocument(condition.expression ?? {})],
    ['jexlExpression', condition.jexlExpression],
    ['altTypes', condition.alterationTypes],
    ['format', notification.attrsFormat],
  ]);
}

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

function expressionToDocument({
  q = '',
  mq = '',
  geometry = '',
  coords = '',
  georel = '',
}: ConditionExpression): JsonObject {
  return new Map(Object.entries({ q, mq, geometry, coords, georel }));
}

function channelMembers(channel: NotificationChannel): Members {
  switch (channel.kind) {
    case 'http':
      return [
        ['custom', false],
        ['timeout', channel.timeoutMs],
      ];
    case 'httpCustom':
      return [
        ['custom', true],
        ['timeout', channel.timeoutMs],
        ['method', channel.method],
        ['headers', channel.headers.size === 0 ? undefined : channel.headers],
        ['qs', channel.qs.size === 0 ? undefined : channel.qs],
        ...bodyMembers(channel.body),
      ];
    case 'mqtt':
    case 'mqttCustom':
      return [
        ['custom', channel.kind === 'mqttCustom'],
        ['topic', channel.topic],
        ['qos', channel.qos],
        ['retain', channel.retain],
        ['user', channel.credentials?.user],
        ['passwd', channel.credentials?.passwd],
        ...bodyMembers(channel.body),
      ];
    case 'kafka':
    case 'kafkaCustom':
      return [
        ['custom', channel.kind === 'kafkaCustom'],
        ['kafkaTopic', channel.topic],
        ['key', channel.key],
        ['user', channel.credentials?.user],
        ['passwd', channel.credentials?.passwd],
        ['saslMechanism', channel.saslMechanism],
        ['securityProtocol', channel.securityProtocol],
        ['headers', channel.headers.size === 0 ? undefined : channel.headers],
        ...bodyMembers(channel.body),
      ];
  }
}

function bodyMembers(body: CustomBody): Members {
  switch (body.kind) {
    case 'default':
      return [];
    case 'none':
      return [['payload', null]];
    case 'text':
      return [['payload', body.payload]];
    case 'json':
      return [['json', body.json]];
    case 'ngsi':
      return [['ngsi', ngsiToDocument(body.ngsi)]];
  }
}

function ngsiToDocument({ id, type, attrs }: NgsiPatch): JsonObject {
  const attributes = [...attrs].map(([name, attribute]): [string, JsonValue] => {
    const { evalPriority } = attribute;
    const metadata: Members =
      evalPriority === undefined
        ? []
        : [
            [
              'md',
              object([
                [
                  'evalPriority',
                  object([
                    ['type', 'Number'],
                    ['value', evalPriority],
                  ]),
                ],
              ]),
            ],
            ['mdNames', ['evalPriority']],
          ];
    return [name, object([['type', attribute.type], ['value', attribute.value], ...metadata])];
  });
  return object([
    ['id', id],
    ['type', type],
    ['attrs', new Map(attributes)],
  ]);
}
