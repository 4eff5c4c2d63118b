import {
  checkEntityKeyLength,
  parseAttribute,
  parseAttributes,
  parseAttributeValueJson,
  parseAttributeValueText,
  parseEntity,
  type AttributeInput,
  type EntityRef,
  type JsonValue,
} from '@smart-city/ngsi';
import type { NgsiRequest } from '../http/ngsi-request';

// What the operations of /v2/entities take from a body. All throw NgsiError: ParseError, or BadRequest with the fault.

const keyValuesOf = ({ options }: NgsiRequest) => ({ keyValues: options.has('keyValues') });

/** An entity that is to be. */
export interface NewEntity {
  /** The default type is part of what is looked for. */
  readonly ref: Required<EntityRef>;
  readonly attrs: readonly AttributeInput[];
}

/** Body of `POST /v2/entities`. */
export function newEntity(request: NgsiRequest): NewEntity {
  const { ref, attrs } = parseEntity(request.json(), keyValuesOf(request));
  const type = ref.type ?? 'Thing';
  checkEntityKeyLength(ref.id, type, request.servicePaths?.[0] ?? '');
  return { ref: { id: ref.id, type }, attrs };
}

/** Body of POST, PATCH and PUT `…/attrs`. */
export const attributes = (request: NgsiRequest): readonly AttributeInput[] =>
  parseAttributes(request.json(), keyValuesOf(request));

/** Body of `PUT …/attrs/{name}`. */
export const attribute = (request: NgsiRequest): AttributeInput =>
  parseAttribute(request.pathPart('name'), request.json());

/** Body of `PUT …/attrs/{name}/value`. */
export const attributeValue = (request: NgsiRequest): JsonValue =>
  request.contentType === 'text/plain'
    ? parseAttributeValueText(request.body.toString('utf8'))
    : parseAttributeValueJson(request.json());
