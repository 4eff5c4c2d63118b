import { renderExactJson } from '@smart-city/context';
import { renderLdEntity, renderLdFeature } from '../render/render-entity';
import type { ShowOptions } from '../render/show-options';
import {
  entityToNotify,
  goneInstances,
  previousInstances,
  type LdNotified,
  type TellingChanges,
} from './notified-entity';

/** How notifications of a subscription are written. */
export interface NotificationShape extends TellingChanges {
  readonly subscriptionId: string;
  readonly show: Omit<ShowOptions, 'nowMs' | 'contextText'>;
  /** `data` is a FeatureCollection. */
  readonly isGeo: boolean;
  /** JSON text of the `@context` that stands in the notification; undefined where a header names it. */
  readonly contextText: string | undefined;
}

/**
 * Renders a notification (GS CIM 009 §5.3.1).
 *
 * @param id      of the notification
 * @param nowMs   milliseconds since the epoch
 */
export function renderLdNotification(
  { subscriptionId, contextText, ...shape }: NotificationShape,
  notified: readonly LdNotified[],
  id: string,
  nowMs: number,
): string {
  const entities = notified.map((one) => renderOne(one, shape, nowMs)).join(',');
  const data = shape.isGeo ? `{"type":"FeatureCollection","features":[${entities}]}` : `[${entities}]`;
  const context = contextText === undefined ? '' : `,"@context":${contextText}`;
  const at = new Date(nowMs).toISOString();
  return `{"id":${renderExactJson(id)},"type":"Notification","subscriptionId":${renderExactJson(subscriptionId)},"notifiedAt":"${at}","data":${data}${context}}`;
}

function renderOne(
  notified: LdNotified,
  { show, isGeo, ...telling }: Omit<NotificationShape, 'subscriptionId' | 'contextText'>,
  nowMs: number,
): string {
  const entity = entityToNotify(notified, telling);
  const options: ShowOptions = {
    ...show,
    nowMs,
    isGone: goneInstances(notified),
    ...(telling.showsChanges && { previous: previousInstances(notified) }),
  };
  if (isGeo) return renderLdFeature(entity, options, { geometryProperty: 'location' });
  const text = renderLdEntity(entity, options);
  return notified.isDeleted ? `${text.slice(0, -1)},"deletedAt":"${new Date(nowMs).toISOString()}"}` : text;
}
