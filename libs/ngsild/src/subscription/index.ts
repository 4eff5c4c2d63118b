export {
  geoMembers,
  memberObject,
  memberText,
  patchSubscription,
  readNewSubscription,
  subscriptionIdOf,
  TRIGGERS,
  type LdSubscriptionMembers,
  type LdTrigger,
} from './ld-subscription';
export { FROM_REQUEST, NOTIFIED_TYPES, pairOf, type NotifiedType } from './ld-endpoint';
export { NOTIFIED_FORMATS, type NotifiedFormat } from './ld-notification';
export { compileTriggers } from './ld-trigger';
export { renderLdSubscription, type ShownSubscription } from './show-subscription';
export { type LdNotified } from './notified-entity';
export { renderLdNotification, type NotificationShape } from './render-ld-notification';
