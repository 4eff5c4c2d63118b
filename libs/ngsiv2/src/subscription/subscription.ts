import type { AlterationType, JsonObject } from '@smart-city/context';
import type { SubscriptionAdditions } from './additions';
import type { NotificationChannel } from './channels/channels';

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

/** How the entity of a notification is written. `legacy` is NGSIv1's form, gone in 4.0.0. */
export type AttrsFormat = (typeof ATTRS_FORMATS)[number];

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
  /** Name of the attribute that the geo fields are about, beside them. */
  readonly geoproperty?: string;
  /** `q` and `mq` say what NGSIv2's own language cannot. */
  readonly extended?: true;
}

export interface SubscriptionCondition {
  /** Language that it is stated in, by the name of its face: who compiles it, and shows the subscription to clients. */
  readonly language: string;
  /** As stated in a language other than NGSIv2. */
  readonly stated?: JsonObject;
  /** Attribute names that trigger; empty means any. */
  readonly attrs: readonly string[];
  readonly expression?: ConditionExpression;
  readonly jexlExpression?: string;
  /** Empty means creation and change. */
  readonly alterationTypes: readonly AlterationType[];
  readonly notifyOnMetadataChange: boolean;
}

export interface SubscriptionNotification {
  /** Form that it is written in, by the name of its face. */
  readonly form: string;
  /** Further wishes of a form other than NGSIv2. */
  readonly stated?: JsonObject;
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
export interface SubscriptionDefinition extends SubscriptionAdditions {
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
