import {
  badRequest,
  FORWARDING_MODES,
  type ForwardingMode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  NgsiError,
  parseDateTime,
  type ProvidedEntity,
  type Provider,
  type RegistrationInput,
} from '@smart-city/context';
import { hasForbiddenValueCharacter } from '../parse/identifiers';
import { optionalStringList } from '../subscription/json-fields';
import { parseEntities } from '../subscription/parse-subject';
import { parseTargetUrl } from '../subscription/target-url';
import { NGSIV1, NGSIV2 } from '../protocols';

const LONGEST_DESCRIPTION = 1024;

/**
 * Reads the body of `POST /v2/registrations`.
 *
 * @throws BadRequest      with Orion's texts
 * @throws NotImplemented  an idPattern other than `.*`, or a typePattern
 */
export function parseRegistration(body: JsonValue): RegistrationInput {
  const members = objectOf(body);
  const description = parseDescription(members);
  const provided = parseDataProvided(required(members, 'dataProvided'));
  const provider = parseProvider(required(members, 'provider'));
  return { ...description, ...provided, provider, ...parseExpires(members), ...parseStatus(members) };
}

/**
 * Reads the body of `PATCH /v2/registrations/{id}` over the registration it changes: each top-level member given
 * replaces the old one; `description` and `expires` given as `""` are taken away.
 *
 * @throws BadRequest, NotImplemented  as {@link parseRegistration}
 */
export function patchRegistration<T extends RegistrationInput>(before: T, body: JsonValue): T {
  const members = objectOf(body);
  const { description, expiresAtSeconds, ...kept } = before;
  const dataProvided = members.get('dataProvided');
  const provider = members.get('provider');
  return {
    ...kept,
    ...(members.has('description')
      ? parseDescription(members)
      : description !== undefined && { description }),
    ...(members.has('expires')
      ? parseExpires(members)
      : expiresAtSeconds !== undefined && { expiresAtSeconds }),
    ...(dataProvided !== undefined && parseDataProvided(dataProvided)),
    ...(provider !== undefined && { provider: parseProvider(provider) }),
    ...parseStatus(members),
  } as T;
}

/** JSON that cannot be parsed is a BadRequest here, not a ParseError. */
export const registrationSyntaxError = () => badRequest('Errors found in incoming JSON buffer');

function objectOf(body: JsonValue): JsonObject {
  if (!isJsonObject(body)) throw badRequest('not a JSON object');
  if (body.size === 0) throw badRequest('empty payload');
  return body;
}

function required(members: JsonObject, field: string): JsonValue {
  const value = members.get(field);
  if (value === undefined) throw badRequest(`the field /${field}/ is missing in payload`);
  return value;
}

function parseDescription(members: JsonObject): { readonly description?: string } {
  const description = members.get('description');
  if (description === undefined) return {};
  if (typeof description !== 'string') throw badRequest('invalid description');
  if (Buffer.byteLength(description) > LONGEST_DESCRIPTION)
    throw badRequest('max description length exceeded');
  if (hasForbiddenValueCharacter(description)) throw badRequest('forbidden characters in description');
  return description === '' ? {} : { description };
}

function parseDataProvided(value: JsonValue): Pick<RegistrationInput, 'entities' | 'attrs'> {
  if (!isJsonObject(value)) throw badRequest('/dataProvided/ must be a JSON object');
  if (value.size === 0) throw badRequest('/dataProvided/ is empty');
  const list = value.get('entities');
  const parsed = list === undefined ? [] : parseEntities(list);
  const entities = parsed.map(({ id, idPattern, type, typePattern }): ProvidedEntity => {
    if (idPattern !== undefined && idPattern !== '.*')
      throw new NgsiError('NotImplemented', 'Unsupported idPattern');
    if (typePattern !== undefined) throw new NgsiError('NotImplemented', 'typePattern is not supported');
    return { id: id ?? idPattern ?? '', isPattern: id === undefined, ...(type !== undefined && { type }) };
  });
  return { entities, attrs: optionalStringList(value, 'attrs', { areAttributeNames: true }) ?? [] };
}

function parseProvider(value: JsonValue): Provider {
  if (!isJsonObject(value)) throw badRequest('/provider/ must be a JSON object');
  if (value.size === 0) throw badRequest('/provider/ empty');
  const url = parseUrl(value.get('http'));
  const forwardingMode = parseForwardingMode(value.get('supportedForwardingMode'));
  const legacyForwarding = value.get('legacyForwarding') ?? false;
  if (typeof legacyForwarding !== 'boolean' || value.get('legacyForwarding') === null) {
    throw badRequest('the field /legacyForwarding/ must be a boolean');
  }
  return { url, forwardingMode, protocol: legacyForwarding ? NGSIV1 : NGSIV2 };
}

/** Schemes that the original takes, though only the first two can be asked. */
const PROVIDER_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mqtt:', 'kafka:']);

function parseUrl(http: JsonValue | undefined): string {
  if (http === undefined) throw badRequest('/provider/ must contain a field /http/');
  if (!isJsonObject(http)) throw badRequest('/http/ must be a JSON object');
  const url = http.get('url');
  if (url === undefined) throw badRequest('/http/ must contain a field /url/');
  if (typeof url !== 'string') throw badRequest('/url/ field of /http/ must be a JSON string');
  if (url === '') throw badRequest('/url/ field of /http/ cannot be the empty string');
  const target = parseTargetUrl(url);
  if (target === undefined || !PROVIDER_SCHEMES.has(target.protocol))
    throw badRequest('/url/ field of /http/ is invalid');
  return url;
}

function parseForwardingMode(value: JsonValue | undefined): ForwardingMode {
  if (value === undefined) return 'all';
  if (typeof value !== 'string') throw badRequest('/supportedForwardingMode/ must be a JSON string');
  const mode = FORWARDING_MODES.find((known) => known === value);
  if (mode === undefined) throw badRequest('invalid value of /supportedForwardingMode/');
  return mode;
}

function parseExpires(members: JsonObject): { readonly expiresAtSeconds?: number } {
  const expires = members.get('expires');
  if (expires === undefined) return {};
  if (typeof expires !== 'string') throw badRequest('expires is not a string');
  if (expires === '') return {};
  const seconds = parseDateTime(expires);
  if (seconds === undefined) throw badRequest('the field /expires/ has an invalid format');
  return { expiresAtSeconds: Math.trunc(seconds) };
}

function parseStatus(members: JsonObject): { readonly status?: 'active' | 'inactive' } {
  const status = members.get('status');
  if (status === undefined) return {};
  if (typeof status !== 'string') throw badRequest('/status/ must be a string');
  if (status !== 'active' && status !== 'inactive') throw badRequest('invalid value for /status/');
  return { status };
}
