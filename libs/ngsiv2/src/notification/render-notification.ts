import { renderString } from '@smart-city/context';
import { renderEntity } from '../render/render-entity';
import type { AttrsFormat } from '../subscription/subscription';
import { renderLegacyNotification } from './legacy-notification';
import type { NotifiedEntities, NotifiedEntity } from './notified-entity';
import { REPRESENTATIONS } from './representations';

/** Makes ready how the notifications of a subscription are written. @param id  of the subscription */
export function compileNotification(id: string, format: AttrsFormat): (entities: NotifiedEntities) => string {
  if (format === 'legacy') return (entities) => renderLegacyNotification(id, entities);
  const representation = REPRESENTATIONS[format];
  const renderOne = ({ entity, attrs, order, metadata, facts }: NotifiedEntity) =>
    renderEntity(entity, { representation, attrs, order, metadata, notification: facts });
  if (format.startsWith('simplified')) return ([first]) => renderOne(first);
  const head = `{"subscriptionId":${renderString(id)},"data":[`;
  return (entities) => `${head}${entities.map(renderOne).join(',')}]}`;
}
