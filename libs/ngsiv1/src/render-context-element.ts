import { byteOrder, type Entity, renderString } from '@smart-city/context';
import { renderEscaped, renderLegacyValue, shownOrder } from '@smart-city/ngsiv2';
import type { ContextAttribute, ContextElement } from './context-element';
import { renderStatus, type Ngsiv1Status } from './status-code';

export interface ContextElementOptions {
  /** `attributeFormat=object`: attributes as members of an object. */
  readonly asObject?: boolean;
}

/** `{"type":…,"isPattern":"false","id":…,"attributes":[…]}`; without attributes the member is absent. */
export function renderContextElement(element: ContextElement, options: ContextElementOptions = {}): string {
  const { type, isPattern, id, attributes } = element;
  const identity = `"type":${renderEscaped(type)},"isPattern":${renderEscaped(isPattern || 'false')},"id":${renderEscaped(id)}`;
  return attributes.length === 0
    ? `{${identity}}`
    : `{${identity},"attributes":${renderContextAttributes(attributes, options)}}`;
}

/** The value of `attributes`. */
export function renderContextAttributes(
  attributes: readonly ContextAttribute[],
  { asObject = false }: ContextElementOptions = {},
): string {
  if (!asObject)
    return `[${attributes.map((attribute) => `{"name":${renderEscaped(attribute.name)},${members(attribute)}}`).join(',')}]`;
  return `{${attributes.map((attribute) => `${renderString(attribute.name)}:{${members(attribute)}}`).join(',')}}`;
}

/** `{"contextElement":…,"statusCode":…}` */
export function renderContextResponse(
  element: ContextElement,
  status: Ngsiv1Status,
  options: ContextElementOptions = {},
): string {
  return `{"contextElement":${renderContextElement(element, options)},"statusCode":${renderStatus(status)}}`;
}

function members({ type, value = '', metadatas }: ContextAttribute): string {
  const shown = `"type":${renderEscaped(type)},"value":${renderLegacyValue(type, value)}`;
  if (metadatas.length === 0) return shown;
  const items = metadatas.map(
    (item) =>
      `{"name":${renderEscaped(item.name)},"type":${renderEscaped(item.type)},"value":${renderLegacyValue(item.type, item.value === undefined ? NO_VALUE : item.value)}}`,
  );
  return `${shown},"metadatas":[${items.join(',')}]`;
}

/** What is said of metadata that was sent without a value. */
const NO_VALUE = 'not given';

/** A stored entity as NGSIv1 shows it: its attributes in byte order of their names, those of providers after them. */
export function contextElementOf(entity: Entity): ContextElement {
  const attributes = shownOrder(entity).map((name): ContextAttribute => {
    const { type, value, metadata } = entity.attrs.get(name)!;
    const names = [...metadata.keys()].sort(byteOrder);
    return { name, type, value, metadatas: names.map((key) => ({ name: key, ...metadata.get(key)! })) };
  });
  return { id: entity.id, type: entity.type, isPattern: 'false', attributes };
}
