import type { Attribute, Entity } from '@smart-city/context';
import { iriOfStoredName, type LdContext } from '@smart-city/ngsild';
import {
  compileNotification,
  type NotifiedEntities,
  type NotifiedEntity,
  type Subscription,
} from '@smart-city/ngsiv2';
import type { CompiledForm } from '../../../core/notifications/notification-form';
import type { Header } from '../../../core/notifications/outgoing';

/**
 * Writes notifications for receivers of NGSIv2, as Orion-LD does: `x-ngsiv2-normalized` and `x-ngsiv2-keyValues` with full names,
 * `…-compacted` with names of the context.
 *
 * @param names  of the subscription's context
 */
export function compileNgsiv2View(
  { id }: Subscription,
  format: string,
  names: () => LdContext,
  headers: readonly Header[],
): CompiledForm {
  const attrsFormat = format.includes('keyValues') ? 'keyValues' : 'normalized';
  const isCompacted = format.endsWith('-compacted');
  const render = compileNotification(id, attrsFormat);
  return {
    isOnePerEntity: false,
    contentType: 'application/json',
    attrsFormat,
    headers,
    render: ([first, ...others]) => {
      const context = names();
      const nameOf = isCompacted ? (name: string) => context.compactName(name) : iriOfStoredName;
      const renamed: NotifiedEntities = [
        withNames(first, nameOf),
        ...others.map((other) => withNames(other, nameOf)),
      ];
      return render(renamed);
    },
  };
}

function withNames(notified: NotifiedEntity, nameOf: (stored: string) => string): NotifiedEntity {
  const { entity } = notified;
  const attrs = new Map<string, Attribute>(
    [...entity.attrs].map(([name, attribute]) => [nameOf(name), attribute]),
  );
  const renamed: Entity = { ...entity, type: nameOf(entity.type), attrs };
  return { ...notified, entity: renamed, attrs: [], order: [...attrs.keys()] };
}
