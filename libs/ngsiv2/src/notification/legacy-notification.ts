import { renderString, type Attribute, type Metadata } from '@smart-city/context';
import { selectMetadata } from '../render/render-attribute';
import { renderEscaped, renderLegacyValue } from '../render/render-escaped';
import { selectAttributes } from '../render/select-attributes';
import type { NotifiedEntities, NotifiedEntity } from './notified-entity';

/**
 * Writes a notification as NGSIv1 had it (`attrsFormat: legacy`; docs/behaviour/ngsiv1.md). The subscription's list of
 * metadata counts as in the other formats, builtins included.
 */
export function renderLegacyNotification(subscriptionId: string, contents: NotifiedEntities): string {
  const responses = contents.map(
    (content) =>
      `{"contextElement":${renderLegacyElement(content)},"statusCode":{"code":"200","reasonPhrase":"OK"}}`,
  );
  return `{"subscriptionId":${renderString(subscriptionId)},"originator":"localhost","contextResponses":[${responses.join(',')}]}`;
}

function renderLegacyElement({ entity, attrs, order, metadata, facts }: NotifiedEntity): string {
  const shown = selectAttributes(entity, { attrs, order, notification: facts });
  const attributes = [...shown]
    .map(([name, attribute]) =>
      renderLegacyAttribute(name, attribute, selectMetadata(name, attribute, metadata, facts)),
    )
    .join(',');
  return `{"type":${renderEscaped(entity.type)},"isPattern":"false","id":${renderEscaped(entity.id)}${attributes === '' ? '' : `,"attributes":[${attributes}]`}}`;
}

function renderLegacyAttribute(
  name: string,
  { type, value }: Attribute,
  metadata: ReadonlyMap<string, Metadata>,
): string {
  const items = [...metadata].map(
    ([item, stored]) =>
      `{"name":${renderEscaped(item)},"type":${renderEscaped(stored.type)},"value":${renderLegacyValue(stored.type, stored.value)}}`,
  );
  const metadatas = items.length === 0 ? '' : `,"metadatas":[${items.join(',')}]`;
  return `{"name":${renderEscaped(name)},"type":${renderEscaped(type)},"value":${renderLegacyValue(type, value)}${metadatas}}`;
}
