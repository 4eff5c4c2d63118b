import {
  renderEscaped,
  renderLegacyValue,
  renderString,
  type Attribute,
  type AttributeMap,
  type Entity,
} from '@smart-city/ngsi';

export interface LegacyElement {
  readonly entity: Entity;
  readonly attrs: AttributeMap;
}

/** Writes a notification as NGSIv1 had it (`attrsFormat: legacy`; docs/behaviour/ngsiv1.md). */
export function renderLegacyNotification(subscriptionId: string, elements: readonly LegacyElement[]): string {
  const responses = elements.map(
    (element) =>
      `{"contextElement":${renderLegacyElement(element)},"statusCode":{"code":"200","reasonPhrase":"OK"}}`,
  );
  return `{"subscriptionId":${renderString(subscriptionId)},"originator":"localhost","contextResponses":[${responses.join(',')}]}`;
}

function renderLegacyElement({ entity, attrs }: LegacyElement): string {
  const attributes = [...attrs].map(([name, attribute]) => renderLegacyAttribute(name, attribute)).join(',');
  return `{"type":${renderEscaped(entity.type)},"isPattern":"false","id":${renderEscaped(entity.id)}${attributes === '' ? '' : `,"attributes":[${attributes}]`}}`;
}

function renderLegacyAttribute(name: string, { type, value, metadata }: Attribute): string {
  const items = [...metadata].map(
    ([item, stored]) =>
      `{"name":${renderEscaped(item)},"type":${renderEscaped(stored.type)},"value":${renderLegacyValue(stored.type, stored.value)}}`,
  );
  const metadatas = items.length === 0 ? '' : `,"metadatas":[${items.join(',')}]`;
  return `{"name":${renderEscaped(name)},"type":${renderEscaped(type)},"value":${renderLegacyValue(type, value)}${metadatas}}`;
}
