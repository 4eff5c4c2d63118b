import type { EntityVerb } from '@smart-city/authz';
import { canBeStored } from '../../../database/stored-text';
import { invalidRequest } from '../oauth-errors';

/** One question of the Authorization API (section 6), read and checked. */
export interface Evaluation {
  readonly subject: { readonly type: string; readonly id: string };
  readonly action: string;
  readonly resource: Resource;
  readonly serviceHeader: string | undefined;
  readonly servicePaths: readonly string[] | undefined;
  readonly explain: boolean;
}

export interface Resource {
  readonly type: string;
  readonly id: string;
  /** Of an entity. */
  readonly entityType: string | undefined;
  readonly attributes: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;

/** As long as a resource of `GET /user` may be. */
const longestText = 2048;
/** As long as a head in which a token could come otherwise. */
const longestToken = 16_384;
const mostNames = 100;

/** An object of JSON that is no list. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of its own; undefined for what an object only inherits. */
export const memberOf = (object: Members, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

function objectOf(members: Members, name: string, path = name): Members {
  const value = memberOf(members, name);
  if (!isObject(value)) throw invalidRequest(`\`${path}\` must be an object`);
  return value;
}

const optionalObject = (members: Members, name: string, path = name): Members =>
  memberOf(members, name) === undefined ? {} : objectOf(members, name, path);

function checkedText(value: unknown, path: string, longest = longestText): string {
  if (typeof value !== 'string' || value === '') throw invalidRequest(`\`${path}\` must be a text`);
  if (value.length > longest) throw invalidRequest(`\`${path}\` has more than ${longest} characters`);
  if (!canBeStored(value)) throw invalidRequest(`\`${path}\` has characters that are not allowed`);
  return value;
}

const optionalText = (value: unknown, path: string): string | undefined =>
  value === undefined ? undefined : checkedText(value, path);

function texts(value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value)) throw invalidRequest(`\`${path}\` must be a list of texts`);
  if (value.length > mostNames) throw invalidRequest(`\`${path}\` has more than ${mostNames} members`);
  return value.map((one) => checkedText(one, path));
}

function servicePathsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  return texts(typeof value === 'string' ? value.split(',') : value, 'context.servicePath');
}

function subjectOf(members: Members): Evaluation['subject'] {
  const type = checkedText(memberOf(members, 'type'), 'subject.type');
  const longest = type === 'access_token' ? longestToken : longestText;
  return { type, id: checkedText(memberOf(members, 'id'), 'subject.id', longest) };
}

function resourceOf(members: Members): Resource {
  const properties = optionalObject(members, 'properties', 'resource.properties');
  const attributes = memberOf(properties, 'attributes');
  return {
    type: checkedText(memberOf(members, 'type'), 'resource.type'),
    id: checkedText(memberOf(members, 'id'), 'resource.id'),
    entityType: optionalText(memberOf(properties, 'entityType'), 'resource.properties.entityType'),
    attributes: attributes === undefined ? [] : texts(attributes, 'resource.properties.attributes'),
  };
}

/**
 * Reads one question. Members that are not known are passed over.
 *
 * @throws OAuthError invalid_request  a member is missing, too long or of another type
 */
export function parseEvaluation(body: unknown): Evaluation {
  if (!isObject(body)) throw invalidRequest('The body must be an object');
  const subject = subjectOf(objectOf(body, 'subject'));
  const action = checkedText(memberOf(objectOf(body, 'action'), 'name'), 'action.name');
  const resource = resourceOf(objectOf(body, 'resource'));
  const context = optionalObject(body, 'context');
  return {
    subject,
    action,
    resource,
    serviceHeader: optionalText(memberOf(context, 'tenant'), 'context.tenant'),
    servicePaths: servicePathsOf(memberOf(context, 'servicePath')),
    explain: memberOf(context, 'explain') === true,
  };
}

const VERBS: Readonly<Partial<Record<string, EntityVerb>>> = Object.assign(
  Object.create(null) as Record<string, EntityVerb>,
  {
    read: 'read',
    create: 'create',
    update: 'update',
    delete: 'delete',
    subscribe: 'subscribe',
    get: 'read',
    head: 'read',
    post: 'create',
    put: 'update',
    patch: 'update',
  } satisfies Record<string, EntityVerb>,
);

/** Returns the right that an action needs, by its name or by a verb of HTTP; undefined for another action. Letter case does not count. */
export const entityVerbOf = (action: string): EntityVerb | undefined => VERBS[action.toLowerCase()];
