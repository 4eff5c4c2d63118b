import {
  badRequest,
  checkEntityKeyLength,
  compilePattern,
  parseAttribute,
  parseAttributes,
  parseAttributeValueJson,
  parseAttributeValueText,
  parseEntity,
  parseGeoParameters,
  parseMq,
  parseOrderBy,
  parseQ,
  type AttributeInput,
  type EntityQuery,
  type EntityRef,
  type EntitySelector,
  type EntityUpdate,
} from '@smart-city/ngsi';
import { correlatorRoot } from '../context/correlator-root';
import type { NgsiRequest } from '../http/ngsi-request';
import { listParameter } from '../http/url-parameters';

const ID_AT = 2;
const NAME_AT = 4;

/** The entity that the path and the parameter `type` name. */
export function readRef(request: NgsiRequest): EntityRef {
  const id = request.pathName(ID_AT);
  const type = request.parameter('type');
  return type === undefined ? { id } : { id, type };
}

export const readAttributeName = (request: NgsiRequest) => request.pathName(NAME_AT);

/** What every update takes from `options` and the headers. */
export function updateFlags({
  options,
  correlator,
}: NgsiRequest): Pick<EntityUpdate, 'overrideMetadata' | 'forcedUpdate' | 'correlator'> {
  return {
    overrideMetadata: options.has('overrideMetadata'),
    forcedUpdate: options.has('forcedUpdate'),
    correlator: correlatorRoot(correlator),
  };
}

/** Body of `POST /v2/entities`. The default type is part of what is looked for. */
export function readNewEntity(request: NgsiRequest): EntityUpdate {
  const { ref, attrs } = parseEntity(request.json(), { keyValues: request.options.has('keyValues') });
  const type = ref.type ?? 'Thing';
  checkEntityKeyLength(ref.id, type, request.servicePaths?.[0] ?? '');
  return {
    ...updateFlags(request),
    action: request.options.has('upsert') ? 'append' : 'create',
    ref: { id: ref.id, type },
    attrs,
  };
}

/** Body of POST, PATCH and PUT `…/attrs`. */
export function readAttributes(request: NgsiRequest, action: EntityUpdate['action']): EntityUpdate {
  const attrs = parseAttributes(request.json(), { keyValues: request.options.has('keyValues') });
  return { ...updateFlags(request), action, ref: readRef(request), attrs };
}

/** Body of `PUT …/attrs/{name}`. */
export function readAttribute(request: NgsiRequest): EntityUpdate {
  return oneAttribute(request, parseAttribute(request.components[NAME_AT]!, request.json()));
}

/** Body of `PUT …/attrs/{name}/value`: type and metadata of the attribute stay. */
export function readAttributeValue(request: NgsiRequest): EntityUpdate {
  const value =
    request.contentType === 'text/plain'
      ? parseAttributeValueText(request.body.toString('utf8'))
      : parseAttributeValueJson(request.json());
  const update = oneAttribute(request, { name: readAttributeName(request), value, metadata: new Map() });
  return { ...update, overrideMetadata: false };
}

function oneAttribute(request: NgsiRequest, attribute: AttributeInput): EntityUpdate {
  const ref = readRef(request);
  readAttributeName(request);
  return { ...updateFlags(request), action: 'update', ref, attrs: [attribute] };
}

/** `DELETE …/{id}` (no names) and `DELETE …/attrs/{name}`. */
export function readDeletion(request: NgsiRequest, names: readonly string[]): EntityUpdate {
  const attrs = names.map((name): AttributeInput => ({ name, value: null, metadata: new Map() }));
  return { ...updateFlags(request), action: 'delete', ref: readRef(request), attrs };
}

/** The URL parameters of `GET /v2/entities`. Spec section 4.1. */
export function readQuery(request: NgsiRequest): EntityQuery {
  const text = (name: string) => request.parameter(name);
  if (text('id') !== undefined && text('idPattern') !== undefined)
    throw badRequest('Incompatible parameters: id, IdPattern');
  if (text('type') !== undefined && text('typePattern') !== undefined)
    throw badRequest('Incompatible parameters: type, typePattern');
  const geo = parseGeoParameters({
    georel: text('georel'),
    geometry: text('geometry'),
    coords: text('coords'),
  });
  const q = text('q');
  const mq = text('mq');
  return {
    selectors: readSelectors(request),
    ...(q !== undefined && { q: parseQ(q) }),
    ...(mq !== undefined && { mq: parseMq(mq) }),
    ...(geo && { geo }),
    ...readPage(request),
  };
}

/** `limit`, `offset`, `orderBy` and `options=count`, as lists and op/query take them. */
export function readPage({
  parameters,
  options,
}: NgsiRequest): Pick<EntityQuery, 'orderBy' | 'limit' | 'offset' | 'count'> {
  const orderBy = parameters.values.get('orderBy');
  return {
    orderBy: orderBy === undefined ? [] : parseOrderBy(orderBy),
    limit: parameters.limit,
    offset: parameters.offset,
    count: options.has('count'),
  };
}

function readSelectors(request: NgsiRequest): readonly EntitySelector[] {
  const { parameters } = request;
  const idPattern = checkedPattern(request.parameter('idPattern'), 'idPattern');
  const typePattern = checkedPattern(request.parameter('typePattern'), 'typePattern');
  const ids = listParameter(parameters, 'id');
  const types = listParameter(parameters, 'type');
  const selector: EntitySelector = {
    ...(ids.length > 0 && { ids }),
    ...(types.length > 0 && { types }),
    ...(idPattern !== undefined && { idPattern }),
    ...(typePattern !== undefined && { typePattern }),
  };
  return Object.keys(selector).length === 0 ? [] : [selector];
}

/** @throws BadRequest  when the expression cannot be compiled */
export function checkedPattern(
  source: string | undefined,
  field: 'idPattern' | 'typePattern',
): string | undefined {
  if (source !== undefined) compilePattern(source, () => badRequest(`Invalid regex for entity ${field}`));
  return source;
}
