import { renderString, renderValue, type Attribute, type AttributeMap, type Entity } from '@smart-city/ngsi';

export interface LegacyElement {
  readonly entity: Entity;
  readonly attrs: AttributeMap;
}

/** Writes a notification as NGSIv1 had it (`attrsFormat: legacy`, spec section 16.5). */
export function renderLegacyNotification(subscriptionId: string, elements: readonly LegacyElement[]): string {
  const responses = elements.map(
    (element) =>
      `{"contextElement":${renderLegacyElement(element)},"statusCode":{"code":"200","reasonPhrase":"OK"}}`,
  );
  return `{"subscriptionId":${renderString(subscriptionId)},"originator":"localhost","contextResponses":[${responses.join(',')}]}`;
}

function renderLegacyElement({ entity, attrs }: LegacyElement): string {
  const attributes = [...attrs].map(([name, attribute]) => renderLegacyAttribute(name, attribute)).join(',');
  const type = entity.type === '' ? '' : `"type":${renderString(entity.type)},`;
  return `{${type}"isPattern":"false","id":${renderString(entity.id)}${attributes === '' ? '' : `,"attributes":[${attributes}]`}}`;
}

function renderLegacyAttribute(name: string, { type, value, metadata }: Attribute): string {
  const items = [...metadata].map(
    ([item, stored]) =>
      `{"name":${renderString(item)},"type":${renderString(stored.type)},"value":${renderValue(stored.type, stored.value)}}`,
  );
  const metadatas = items.length === 0 ? '' : `,"metadatas":[${items.join(',')}]`;
  return `{"name":${renderString(name)},"type":${renderString(type)},"value":${renderValue(type, value)}${metadatas}}`;
}
