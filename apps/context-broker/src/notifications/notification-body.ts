import { renderEntity, renderString, selectAttributes, type AttrsFormat, type Representation } from '@smart-city/ngsi';
import { renderLegacyNotification } from './legacy-body';
import type { NotificationContent } from './notification-content';

const REPRESENTATIONS: Readonly<Record<AttrsFormat, Representation>> = {
  normalized: 'normalized',
  keyValues: 'keyValues',
  simplifiedNormalized: 'normalized',
  simplifiedKeyValues: 'keyValues',
  values: 'values',
  uniqueValues: 'unique',
  custom: 'normalized',
  legacy: 'normalized',
};

/** Writes the body of a notification (spec section 9.1; `legacy`: section 16.5). */
export function renderContent(subscriptionId: string, content: NotificationContent, format: AttrsFormat): string {
  const { entity, attrs, order, metadata, facts } = content;
  const options = { representation: REPRESENTATIONS[format], attrs, order, metadata, notification: facts };
  if (format === 'legacy') return renderLegacyNotification(subscriptionId, entity, selectAttributes(entity, options));
  const text = renderEntity(entity, options);
  if (format === 'simplifiedNormalized' || format === 'simplifiedKeyValues') return text;
  return `{"subscriptionId":${renderString(subscriptionId)},"data":[${text}]}`;
}
