import {
  renderEntity,
  renderString,
  selectAttributes,
  type AttrsFormat,
  type Representation,
} from '@smart-city/ngsi';
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

/** Writes the body of a notification. */
export const renderContent = (
  subscriptionId: string,
  content: NotificationContent,
  format: AttrsFormat,
): string => renderContents(subscriptionId, [content], format);

/** The same for several entities, which only the initial notification has; the simplified formats show the first one. */
export function renderContents(
  subscriptionId: string,
  contents: readonly NotificationContent[],
  format: AttrsFormat,
): string {
  if (format === 'legacy') {
    const selected = contents.map((content) => ({
      entity: content.entity,
      attrs: selectAttributes(content.entity, optionsOf(content, format)),
    }));
    return renderLegacyNotification(subscriptionId, selected);
  }
  const texts = contents.map((content) => renderEntity(content.entity, optionsOf(content, format)));
  if (format === 'simplifiedNormalized' || format === 'simplifiedKeyValues') return texts[0] ?? '{}';
  return `{"subscriptionId":${renderString(subscriptionId)},"data":[${texts.join(',')}]}`;
}

const optionsOf = ({ attrs, order, metadata, facts }: NotificationContent, format: AttrsFormat) => ({
  representation: REPRESENTATIONS[format],
  attrs,
  order,
  metadata,
  notification: facts,
});
