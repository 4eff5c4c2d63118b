import { renderString, renderValue, type Attribute, type AttributeMap, type Entity } from '@smart-city/ngsi';

/** Writes a notification as NGSIv1 had it (`attrsFormat: legacy`, spec section 16.5). */
export function renderLegacyNotification(subscriptionId: string, entity: Entity, attrs: AttributeMap): string {
  const attributes = [...attrs].map(([name, attribute]) => renderLegacyAttribute(name, attribute)).join(',');
  const type = entity.type === '' ? '' : `"type":${renderString(entity.type)},`;
  const element = `{${type}"isPattern":"false","id":${renderString(entity.id)}${attributes === '' ? '' : `,"attributes":[${attributes}]`}}`;
  return (
    `{"subscriptionId":${renderString(subscriptionId)},"originator":"localhost","contextResponses":[` +
    `{"contextElement":${element},"statusCode":{"code":"200","reasonPhrase":"OK"}}]}`
  );
}

function renderLegacyAttribute(name: string, { type, value, metadata }: Attribute): string {
  const items = [...metadata].map(
    ([item, stored]) => `{"name":${renderString(item)},"type":${renderString(stored.type)},"value":${renderValue(stored.type, stored.value)}}`,
  );
  const metadatas = items.length === 0 ? '' : `,"metadatas":[${items.join(',')}]`;
  return `{"name":${renderString(name)},"type":${renderString(type)},"value":${renderValue(type, value)}${metadatas}}`;
}
