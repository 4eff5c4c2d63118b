import { badRequest } from '../../http/api-errors';
import { isRunningAddress } from '../../service/running-address';

/** A JSON object from a client; values are of any type. */
export type Body = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of its own; nothing that comes with every object counts. */
export const memberOf = (body: unknown, name: string): unknown =>
  isObject(body) && Object.hasOwn(body, name) ? body[name] : undefined;

/**
 * The object that a request's body wraps its content in, such as `{"user": {…}}`.
 *
 * @throws ApiError 400 when it is missing
 */
export function wrappedBody(body: unknown, name: string): Body {
  const content = memberOf(body, name);
  if (!isObject(content)) throw badRequest(`Missing parameter ${name} in body request`);
  return content;
}

const defaultLength = 255;

/** A NUL is no text for PostgreSQL, other control characters do not belong into one line. */
const forbidden = { line: /[\u0000-\u001f\u007f]/, text: /\u0000/ } as const;

interface TextRule {
  /** Characters at most. */
  readonly max?: number;
  /** `line` (the default) refuses control characters. */
  readonly form?: keyof typeof forbidden;
}

/**
 * A text member, null when the client wants none, undefined when it was not sent.
 *
 * @throws ApiError 400 when it is no text, too long, or has characters that do not belong there
 */
export function textMember(
  body: Body,
  name: string,
  { max = defaultLength, form = 'line' }: TextRule = {},
): string | null | undefined {
  const value = memberOf(body, name);
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string') throw badRequest(`${name} attribute must be a string`);
  if (value.length > max) throw badRequest(`${name} attribute must have at most ${max} characters`);
  if (forbidden[form].test(value)) throw badRequest(`${name} attribute has invalid characters`);
  return value;
}

const longestAddress = 2000;

const longText = { max: 10_000, form: 'text' } as const;

/** Free text of several lines. */
export const longTextMember = (body: Body, name: string) => textMember(body, name, longText);

/**
 * A text member of a PATCH, undefined when it stays as it is. Clients made for Keyrock send empty texts for what they
 * do not want to change; null clears.
 *
 * @throws ApiError 400 as {@link textMember}
 */
export function patchedText(body: Body, name: string, rule?: TextRule): string | null | undefined {
  const value = textMember(body, name, rule);
  return value === '' ? undefined : value;
}

/** {@link patchedText} of several lines. */
export const patchedLongText = (body: Body, name: string) => patchedText(body, name, longText);

/** @throws ApiError 400 when a browser would run the address; clients of Keyrock may send any other text */
function refuseRunning<T extends string | null | undefined>(name: string, text: T): T {
  if (text && isRunningAddress(text))
    throw badRequest(`${name} attribute has an address that is not accepted`);
  return text;
}

/** Addresses that people will be sent to. @throws ApiError 400 as {@link textMember} */
export const addressMember = (body: Body, name: string) =>
  refuseRunning(name, textMember(body, name, { max: longestAddress }));

/** {@link patchedText} of an address. */
export const patchedAddress = (body: Body, name: string) =>
  refuseRunning(name, patchedText(body, name, { max: longestAddress }));

/** {@link listMember} of addresses, each of which is looked at. */
export function addressList(body: Body, name: string, max: number): string | null | undefined {
  const list = listMember(body, name, max);
  for (const address of list?.split(',') ?? []) refuseRunning(name, address);
  return list;
}

/** What a PATCH sent, else what is there. */
export const orPresent = <T>(sent: T | undefined, present: T): T => (sent === undefined ? present : sent);

/** @throws ApiError 400 with the message when it is missing or empty */
export function requiredText(body: Body, name: string, message: string, rule?: TextRule): string {
  const value = textMember(body, name, rule);
  if (!value) throw badRequest(message);
  return value;
}

/** @throws ApiError 400 when it was sent but is empty */
export function nonEmptyText(body: Body, name: string, rule?: TextRule): string | undefined {
  const value = textMember(body, name, rule);
  if (value === '' || value === null) throw badRequest(`Cannot set empty ${name}`);
  return value;
}

/** @throws ApiError 400 when it is neither true nor false */
export function flagMember(body: Body, name: string): boolean | undefined {
  const value = memberOf(body, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw badRequest(`${name} attribute must be a boolean`);
  return value;
}

/**
 * A text, or a list of texts that becomes comma-joined.
 *
 * @throws ApiError 400 as {@link textMember}, and when the list holds anything but texts
 */
export function listMember(body: Body, name: string, max: number): string | null | undefined {
  const value = memberOf(body, name);
  if (!Array.isArray(value)) return textMember(body, name, { max });
  if (!value.every((item) => typeof item === 'string'))
    throw badRequest(`${name} attribute must be a string`);
  return textMember({ [name]: value.join(',') }, name, { max }) || null;
}

const longestObject = 16_000;
/** Databases refuse deep ones, each at a depth of its own; and whoever reads it again may run out of stack. */
const deepestObject = 50;

/** Whether containers are nested no deeper; level by level, since recursion would need a stack as deep as the value. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestObject) return false;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return true;
}

/** What a text says in JSON; undefined when it is none. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An object, or the same as JSON text, in which form command line clients send it. An empty text says nothing.
 *
 * @throws ApiError 400 when it is no object, larger than 16 kB, or nested deeper than 50 levels
 */
export function objectMember(body: Body, name: string): Body | null | undefined {
  const sent = memberOf(body, name);
  if (sent === undefined || sent === null) return sent;
  if (sent === '') return undefined;
  const value = typeof sent === 'string' && sent.length <= longestObject ? parsedJson(sent) : sent;
  if (!isObject(value)) throw badRequest(`${name} attribute must be an object`);
  if (!isShallow(value)) throw badRequest(`${name} attribute is nested too deeply`);
  if (JSON.stringify(value).length > longestObject) throw badRequest(`${name} attribute is too large`);
  return value;
}

/** @throws ApiError 400 `Cannot set …` when any of the members was sent */
export function refuseMembers(body: Body, names: readonly string[], message: string): void {
  if (names.some((name) => memberOf(body, name))) throw badRequest(message);
}
