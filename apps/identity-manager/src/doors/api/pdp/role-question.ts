import { badRequest } from '../../../http/api-errors';
import type { DecisionPayload } from '../../../subjects/decisions/decision';

/** What an enforcement point asks about roles: it has looked into the request, and knows whose roles they are. */
export interface RoleQuestion {
  readonly applicationId: string;
  /** Ids; those that are no roles of the application count for nothing. */
  readonly roleIds: readonly string[];
  readonly action: string;
  readonly resource: string;
  readonly tenant: string | undefined;
  readonly payload: DecisionPayload;
}

/** The members of a question before they are checked, by the name they are refused under. */
export type RawQuestion = Readonly<
  Record<
    'appId' | 'resource' | 'roles' | 'action' | 'tenant' | 'ids' | 'idPatterns' | 'attrs' | 'types',
    unknown
  >
>;

const longestText = 2048;
/** Also what one statement of each database takes. */
const mostValues = 1000;

function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > longestText || value.includes('\0'))
    throw badRequest(`${name} must be a text of at most ${longestText} characters`);
  return value;
}

function requiredText(value: unknown, name: string): string {
  const text = textOf(value, name);
  if (text === undefined) throw badRequest(`Missing ${name} in the question`);
  return text;
}

/** A list of texts; one text stands for a list of one. Empty texts name nothing. */
function listOf(value: unknown, name: string): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > mostValues) throw badRequest(`${name} has more than ${mostValues} values`);
  return list.map((item) => textOf(item, name)).filter((item) => item !== undefined);
}

/** @throws ApiError 400 naming what is missing or malformed */
export function checkQuestion(raw: RawQuestion): RoleQuestion {
  return {
    applicationId: requiredText(raw.appId, 'appId'),
    action: requiredText(raw.action, 'action'),
    resource: requiredText(raw.resource, 'resource'),
    roleIds: listOf(raw.roles, 'roles'),
    tenant: textOf(raw.tenant, 'tenant'),
    payload: {
      ids: listOf(raw.ids, 'ids'),
      idPatterns: listOf(raw.idPatterns, 'idPatterns'),
      types: listOf(raw.types, 'types'),
      attributes: listOf(raw.attrs, 'attrs'),
    },
  };
}
