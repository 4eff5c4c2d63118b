import {
  type AttributeInput,
  badRequest,
  defaultType,
  duplicateKeys,
  hasIgnoreType,
  isDateTimeType,
  isJsonObject,
  type JsonObject,
  jsonSyntaxError,
  type JsonValue,
  type MetadataMap,
  parseDateValue,
} from '@smart-city/context';
import { checkNesting, checkValue } from './check-value';
import { checkAttributeName, checkAttributeType } from './identifiers';
import { NO_METADATA, checkMetadata, parseMetadata } from './parse-metadata';

export interface PayloadOptions {
  /** `options=keyValues`: a member is the bare value of the attribute. */
  readonly keyValues?: boolean;
}

/**
 * Reads one member of an entity or attribute list.
 *
 * @throws BadRequest, ParseError  with Orion's texts
 */
export function parseMember(name: string, member: JsonValue, options: PayloadOptions): AttributeInput {
  if (options.keyValues === true) {
    checkNesting(member);
    return checked({ name, type: defaultType(member), value: member, metadata: NO_METADATA });
  }
  if (!isJsonObject(member))
    throw badRequest('attribute must be a JSON object, unless keyValues option is used');
  return parseAttributeObject(name, member);
}

/**
 * Reads the body of `PUT /v2/entities/{id}/attrs/{name}`.
 *
 * @throws ParseError  the body is not an object, or its value is nested too deep
 * @throws BadRequest  with Orion's texts
 */
export function parseAttribute(name: string, body: JsonValue): AttributeInput {
  if (!isJsonObject(body)) throw jsonSyntaxError();
  return parseAttributeObject(name, body);
}

function parseAttributeObject(name: string, body: JsonObject): AttributeInput {
  let type: string | undefined;
  let value: JsonValue = null;
  let metadata: MetadataMap = NO_METADATA;
  for (const [key, member] of body) {
    if (key === 'type') {
      if (typeof member !== 'string') throw badRequest('invalid JSON type for attribute type');
      type = member;
    } else if (key === 'value') {
      checkNesting(member);
      if (duplicateKeys(body).includes('value')) throw badRequest('duplicated value key in attribute');
      value = member;
    } else if (key === 'metadata') {
      metadata = parseMetadata(member);
    } else {
      throw badRequest('unrecognized property for context attribute');
    }
  }
  if (isDateTimeType(type)) value = parseDateValue(value);
  if (type === 'geo:json') checkGeoJsonShape(value, metadata);
  return checked({ name, type: type ?? defaultType(value), value, metadata });
}

function checkGeoJsonShape(value: JsonValue, metadata: MetadataMap): void {
  if (value !== null && !isJsonObject(value) && !hasIgnoreType(metadata)) {
    throw badRequest('geo:json needs an object or null as value');
  }
}

/** The checks that follow reading: name, type, value, metadata, in this order. */
function checked(attribute: AttributeInput & { readonly type: string }): AttributeInput {
  checkAttributeName(attribute.name);
  checkAttributeType(attribute.type);
  const unrestricted =
    attribute.type === 'TextUnrestricted' || attribute.metadata.get('TextUnrestricted')?.value === true;
  checkValue(attribute.value, { of: 'attribute', unrestricted });
  checkMetadata(attribute.metadata);
  return attribute;
}
