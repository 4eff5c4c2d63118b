import type { JsonArray, JsonObject, JsonValue } from '../json/json-value';

export const ATTRS_FORMATS = [
  'normalized',
  'keyValues',
  'simplifiedNormalized',
  'simplifiedKeyValues',
  'values',
  'uniqueValues',
  'custom',
  'legacy',
] as const;

/** How the entity of a notification is written. `legacy` is NGSIv1's form, gone in 4.0.0 (spec section 15). */
export type AttrsFormat = (typeof ATTRS_FORMATS)[number];

export const ALTERATION_TYPES = ['entityCreate', 'entityChange', 'entityUpdate', 'entityDelete'] as const;

/** What happened to an entity, as subscriptions and notifications name it (spec section 8.4). */
export type AlterationType = (typeof ALTERATION_TYPES)[number];

export type SubscriptionStatus = 'active' | 'inactive' | 'oneshot';

/** One element of `subject.entities`: `id` or `idPattern`, and at most one of `type` and `typePattern`. */
export interface SubjectEntity {
  readonly id?: string;
  readonly idPattern?: string;
  readonly type?: string;
  readonly typePattern?: string;
}

/** `condition.expression` as the client wrote it; the three geo fields come together. */
export interface ConditionExpression {
  readonly q?: string;
  readonly mq?: string;
  readonly georel?: string;
  readonly geometry?: string;
  readonly coords?: string;
}

export interface SubscriptionCondition {
  /** Attribute names that trigger; empty means any. */
  readonly attrs: readonly string[];
  readonly expression?: ConditionExpression;
  readonly jexlExpression?: string;
  /** Empty means creation and change. */
  readonly alterationTypes: readonly AlterationType[];
  readonly notifyOnMetadataChange: boolean;
}

/** One attribute of an `ngsi` patch. Strings of `value` may hold macros. */
export interface NgsiPatchAttribute {
  readonly type: string;
  readonly value: JsonValue;
  /** 1 to 100000, lowest first; absent means last. */
  readonly evalPriority?: number;
}

/** The `ngsi` field of a custom notification: what to merge over the entity. */
export interface NgsiPatch {
  readonly id?: string;
  readonly type?: string;
  readonly attrs: ReadonlyMap<string, NgsiPatchAttribute>;
}

/** What a custom notification carries. `default` is the body that the same subscription would have without customization. */
export type CustomBody =
  | { readonly kind: 'default' }
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly payload: string }
  | { readonly kind: 'json'; readonly json: JsonArray | JsonObject }
  | { readonly kind: 'ngsi'; readonly ngsi: NgsiPatch };

export interface Credentials {
  readonly user: string;
  readonly passwd: string;
}

export interface HttpChannel {
  readonly kind: 'http';
  readonly url: string;
  /** 0: the broker's default. */
  readonly timeoutMs: number;
}

export interface HttpCustomChannel {
  readonly kind: 'httpCustom';
  readonly url: string;
  readonly timeoutMs: number;
  /** Upper case; absent means POST. */
  readonly method?: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly qs: ReadonlyMap<string, string>;
  readonly body: CustomBody;
}

export interface MqttChannel {
  readonly kind: 'mqtt' | 'mqttCustom';
  readonly url: string;
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  readonly retain: boolean;
  readonly credentials?: Credentials;
  /** `default` unless custom. */
  readonly body: CustomBody;
}

export const SASL_MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;
export const SECURITY_PROTOCOLS = ['SASL_SSL', 'SASL_PLAINTEXT'] as const;

export interface KafkaChannel {
  readonly kind: 'kafka' | 'kafkaCustom';
  /** `kafka://h1:9092,h2:9092` */
  readonly url: string;
  readonly topic: string;
  /** Absent: records without key. */
  readonly key?: string;
  readonly credentials?: Credentials;
  readonly saslMechanism?: (typeof SASL_MECHANISMS)[number];
  readonly securityProtocol?: (typeof SECURITY_PROTOCOLS)[number];
  readonly headers: ReadonlyMap<string, string>;
  readonly body: CustomBody;
}

/** Where notifications go: exactly one channel per subscription. */
export type NotificationChannel = HttpChannel | HttpCustomChannel | MqttChannel | KafkaChannel;

export interface SubscriptionNotification {
  readonly channel: NotificationChannel;
  /** Names to send in this order, or not to send when `isExceptAttrs`. Empty means all. */
  readonly attrs: readonly string[];
  readonly isExceptAttrs: boolean;
  readonly onlyChangedAttrs: boolean;
  readonly covered: boolean;
  /** Empty means all user metadata. */
  readonly metadata: readonly string[];
  readonly attrsFormat: AttrsFormat;
  readonly maxFailsLimit?: number;
}

/** What a subscription asks for, without what happened to it. */
export interface SubscriptionDefinition {
  /** As sent with the subscription, `/#` for none. */
  readonly servicePath: string;
  readonly description?: string;
  /** Seconds since the epoch; absent means permanent. */
  readonly expiresAt?: number;
  readonly status: SubscriptionStatus;
  readonly entities: readonly SubjectEntity[];
  readonly condition: SubscriptionCondition;
  readonly notification: SubscriptionNotification;
  /** Seconds; 0 means none. */
  readonly throttlingSeconds: number;
}

/** What happened to a subscription. Times in seconds since the epoch; absent means never. */
export interface SubscriptionCounters {
  readonly timesSent: number;
  /** Consecutive failures. */
  readonly failsCounter: number;
  readonly lastNotification?: number;
  readonly lastSuccess?: number;
  readonly lastSuccessCode?: number;
  readonly lastFailure?: number;
  readonly lastFailureReason?: string;
}

/** A subscription as kept by the store. */
export interface Subscription extends SubscriptionDefinition {
  /** 24 hexadecimal digits. */
  readonly id: string;
  readonly counters: SubscriptionCounters;
  /** Seconds since the epoch, with fractions: settles which broker's change of status is the later. */
  readonly statusLastChange?: number;
}
