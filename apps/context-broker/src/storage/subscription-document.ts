import {
  ALTERATION_TYPES,
  ATTRS_FORMATS,
  SASL_MECHANISMS,
  SECURITY_PROTOCOLS,
  type ConditionExpression,
  type CustomBody,
  type JsonObject,
  type JsonValue,
  type NgsiPatch,
  type NgsiPatchAttribute,
  type NotificationChannel,
  type SubjectEntity,
  type Subscription,
  type SubscriptionCounters,
  type SubscriptionStatus,
} from '@smart-city/ngsi';

/** Expirations from here on mean "never": old documents have 9e18, newer ones the largest int64 (spec section 17.3). */
const PERMANENT = 9e18;

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

/** A document as read: any BSON or JSON, documents as Maps. */
export type StoredDocument = ReadonlyMap<string, unknown>;

/**
 * Reads a csubs document, whatever version of Orion wrote it: fields may be missing, `isPattern` may be a string, the
 * format may be one that is gone.
 */
export function subscriptionOfDocument(id: string, document: StoredDocument): Subscription {
  const expiration = numberOf(document.get('expiration'));
  const description = textOf(document.get('description'));
  const statusLastChange = numberOf(document.get('statusLastChange'));
  const expression = expressionOf(mapOf(document.get('expression')));
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
      attrs: textsOf(document.get('conditions')),
      ...(expression !== undefined && { expression }),
      ...(jexlExpression !== '' && { jexlExpression }),
      alterationTypes: ALTERATION_TYPES.filter((type) => textsOf(document.get('altTypes')).includes(type)),
      notifyOnMetadataChange: document.get('notifyOnMetadataChange') !== false,
    },
    notification: {
      channel: channelOf(document),
      attrs: textsOf(document.get('attrs')),
      isExceptAttrs: document.get('blacklist') === true,
      onlyChangedAttrs: document.get('onlyChanged') === true,
      covered: document.get('covered') === true,
      metadata: textsOf(document.get('metadata')),
      attrsFormat: ATTRS_FORMATS.find((format) => format === document.get('format')) ?? 'normalized',
      ...(maxFailsLimit !== undefined && maxFailsLimit > 0 && { maxFailsLimit }),
    },
    throttlingSeconds: Math.max(0, numberOf(document.get('throttling')) ?? 0),
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
  const fields = ['q', 'mq', 'geometry', 'coords', 'georel'] as const;
  const given = fields
    .map((field) => [field, textOf(expression.get(field))] as const)
    .filter(([, text]) => text !== '');
  return given.length === 0 ? undefined : Object.fromEntries(given);
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

function channelOf(document: StoredDocument): NotificationChannel {
  const url = textOf(document.get('reference'));
  const isCustom = document.get('custom') === true;
  const body: CustomBody = isCustom ? bodyOf(document) : { kind: 'default' };
  const [user, passwd] = [document.get('user'), document.get('passwd')];
  const credentials =
    typeof user === 'string' && typeof passwd === 'string' ? { credentials: { user, passwd } } : {};
  if (url.startsWith('kafka:')) {
    const saslMechanism = SASL_MECHANISMS.find((name) => name === document.get('saslMechanism'));
    const securityProtocol = SECURITY_PROTOCOLS.find((name) => name === document.get('securityProtocol'));
    const key = document.get('key');
    return {
      kind: isCustom ? 'kafkaCustom' : 'kafka',
      url,
      topic: textOf(document.get('kafkaTopic')),
      ...(typeof key === 'string' && { key }),
      ...credentials,
      ...(saslMechanism !== undefined && { saslMechanism }),
      ...(securityProtocol !== undefined && { securityProtocol }),
      headers: dictionaryOf(document.get('headers')),
      body,
    };
  }
  if (url.startsWith('mqtt:')) {
    const qos = numberOf(document.get('qos'));
    return {
      kind: isCustom ? 'mqttCustom' : 'mqtt',
      url,
      topic: textOf(document.get('topic')),
      qos: qos === 1 || qos === 2 ? qos : 0,
      retain: document.get('retain') === true,
      ...credentials,
      body,
    };
  }
  const timeoutMs = numberOf(document.get('timeout')) ?? 0;
  if (!isCustom) return { kind: 'http', url, timeoutMs };
  const method = textOf(document.get('method'));
  return {
    kind: 'httpCustom',
    url,
    timeoutMs,
    ...(method !== '' && { method }),
    headers: dictionaryOf(document.get('headers')),
    qs: dictionaryOf(document.get('qs')),
    body,
  };
}

function bodyOf(document: StoredDocument): CustomBody {
  const json = document.get('json');
  if (Array.isArray(json) || json instanceof Map)
    return { kind: 'json', json: jsonOf(json) as Extract<CustomBody, { kind: 'json' }>['json'] };
  const ngsi = document.get('ngsi');
  if (ngsi instanceof Map) return { kind: 'ngsi', ngsi: ngsiOf(ngsi as StoredDocument) };
  const payload = document.get('payload');
  if (payload === null) return { kind: 'none' };
  return typeof payload === 'string' && payload !== '' ? { kind: 'text', payload } : { kind: 'default' };
}

function ngsiOf(ngsi: StoredDocument): NgsiPatch {
  const [id, type] = [textOf(ngsi.get('id')), textOf(ngsi.get('type'))];
  const attrs = [...mapOf(ngsi.get('attrs'))].map(([name, stored]): [string, NgsiPatchAttribute] => {
    const attribute = mapOf(stored);
    const evalPriority = numberOf(mapOf(mapOf(attribute.get('md')).get('evalPriority')).get('value'));
    return [
      name,
      {
        type: textOf(attribute.get('type')),
        value: jsonOf(attribute.get('value')),
        ...(evalPriority !== undefined && { evalPriority }),
      },
    ];
  });
  return { ...(id !== '' && { id }), ...(type !== '' && { type }), attrs: new Map(attrs) };
}

/** Anything stored, as JSON: what has no JSON form becomes null. */
function jsonOf(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  return value instanceof Map
    ? new Map([...(value as StoredDocument)].map(([key, member]) => [key, jsonOf(member)]))
    : null;
}

const EMPTY: StoredDocument = new Map();
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((item): item is string => typeof item === 'string');
const mapOf = (value: unknown): StoredDocument => (value instanceof Map ? (value as StoredDocument) : EMPTY);
const dictionaryOf = (value: unknown): ReadonlyMap<string, string> =>
  new Map([...mapOf(value)].filter((member): member is [string, string] => typeof member[1] === 'string'));
