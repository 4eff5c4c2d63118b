import { renderString } from '../json/render-json';
import type { AttributeMap, Entity } from '../model/entity';
import { renderValue } from '../render/render-value';
import { byteOrder } from '../values/byte-order';
import type { ContextAttribute, ContextElement } from './context-element';
import { renderStatus, type Ngsiv1Status } from './status-code';

export interface ContextElementOptions {
  /** `attributeFormat=object`: attributes as members of an object. */
  readonly asObject?: boolean;
}

/** `{"type":…,"isPattern":"false","id":…,"attributes":[…]}`; without attributes the member is absent. Spec section 16.2. */
export function renderContextElement(element: ContextElement, options: ContextElementOptions = {}): string {
  const { type, isPattern, id, attributes } = element;
  const identity = `"type":${renderString(type)},"isPattern":"${isPattern}","id":${renderString(id)}`;
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
    return `[${attributes.map((attribute) => `{"name":${renderString(attribute.name)},${members(attribute)}}`).join(',')}]`;
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
  const shown = `"type":${renderString(type)},"value":${renderValue(type, value)}`;
  if (metadatas.length === 0) return shown;
  const items = metadatas.map(
    (item) =>
      `{"name":${renderString(item.name)},"type":${renderString(item.type)},"value":${renderValue(item.type, item.value)}}`,
  );
  return `${shown},"metadatas":[${items.join(',')}]`;
}

/**
 * A stored entity as NGSIv1 shows it, for answers and legacy notifications.
 *
 * @param attrs  the attributes to show, in this order; absent: all of them in byte order of their names
 */
export function contextElementOf(
  entity: Entity,
  attrs: AttributeMap = inByteOrder(entity.attrs),
): ContextElement {
  const attributes = [...attrs].map(([name, { type, value, metadata }]): ContextAttribute => ({
    name,
    type,
    value,
    metadatas: [...inByteOrder(metadata)].map(([key, item]) => ({ name: key, ...item })),
  }));
  return { id: entity.id, type: entity.type, isPattern: false, attributes };
}

const inByteOrder = <T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  map.size < 2 ? map : new Map([...map].sort(([a], [b]) => byteOrder(a, b)));
