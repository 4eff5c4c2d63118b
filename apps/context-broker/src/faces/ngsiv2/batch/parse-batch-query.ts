import {
  badRequest,
  isJsonArray,
  type EntityQuery,
  type EntitySelector,
  type JsonValue,
} from '@smart-city/context';
import type { EntityPageRequest } from '../entities/entity-query';
import { selectionByAttributes } from '../../../core/entities/listed-attributes';
import type { NgsiRequest } from '../../../http/ngsi-request';
import { parseQueryExpression, parseSelectors, type Filters } from './parse-filter';
import { readObject } from './read-object';

export interface BatchQuery {
  readonly query: Omit<EntityQuery, keyof EntityPageRequest>;
  /** The deprecated `attributes`: no others are shown, and builtins are not shown by it. Empty: all. */
  readonly attributes: readonly string[];
  /** Attributes to show; empty: all. */
  readonly attrs: readonly string[];
  /** Metadata to show; empty: all. */
  readonly metadata: readonly string[];
}

const RELEVANT = ['entities', 'attrs', 'attributes', 'expression'];

/**
 * Reads the body of `POST /v2/op/query`.
 *
 * @throws NgsiError  the texts of docs/behaviour/context-broker.md#batch-queries, in the order of the members
 */
export function batchQuery(request: NgsiRequest): BatchQuery {
  const body = readObject(request.json());
  if (!RELEVANT.some((field) => body.has(field)))
    throw badRequest('Invalid JSON payload, no relevant fields found');
  let selectors: readonly EntitySelector[] = [];
  let attrs: readonly string[] = [];
  let attributes: readonly string[] = [];
  let metadata: readonly string[] = [];
  let filters: Filters = {};
  for (const [name, value] of body) {
    if (name === 'entities') selectors = parseSelectors(value);
    else if (name === 'attrs') attrs = parseNames(name, value);
    else if (name === 'attributes') attributes = parseNames(name, value);
    else if (name === 'metadata') metadata = parseNames(name, value);
    else if (name === 'expression') filters = parseQueryExpression(value, request);
    else throw badRequest(`Unrecognized field in JSON payload: /${name}/`);
  }
  return {
    query: { selectors, ...filters, ...selectionByAttributes(attributes) },
    attributes,
    attrs,
    metadata,
  };
}

function parseNames(field: string, value: JsonValue): readonly string[] {
  if (!isJsonArray(value)) throw badRequest(`the field /${field}/ must be a JSON array`);
  return value.map((item) => {
    if (typeof item !== 'string') throw badRequest(`only JSON Strings allowed in ${field} list`);
    return item;
  });
}
