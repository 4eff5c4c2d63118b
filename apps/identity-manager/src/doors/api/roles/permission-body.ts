import {
  longTextMember,
  memberOf,
  nonEmptyText,
  orPresent,
  patchedLongText,
  refuseMembers,
  requiredText,
  textMember,
  wrappedBody,
  type Body,
} from '../body';
import type { Options } from '../../../cli/options';
import { badRequest } from '../../../http/api-errors';
import { patternFault } from '../../../subjects/decisions/permission';
import type { PermissionRow } from '../../../database/entities/role.row';

export type PdpLevel = Options['pdp']['level'];

/** What a permission is made of, apart from its id and place. */
export type PermissionContent = Omit<PermissionRow, 'id' | 'isInternal' | 'applicationId'>;

const patternMembers = ['regex_entity_ids', 'regex_attributes', 'regex_types'] as const;

const longestPattern = 2000;
const longestXml = 60_000;

/** @throws ApiError 400 when sent as anything but true or false; falsy values of other types count as false */
function flag(body: Body, name: string): boolean | undefined {
  const value = memberOf(body, name);
  if (value === undefined) return undefined;
  if (!value) return false;
  if (typeof value !== 'boolean') throw badRequest(`${name} attribute must be a boolean`);
  return value;
}

function refuseWrongLevel(body: Body, level: PdpLevel): void {
  if (level !== 'advanced' && memberOf(body, 'xml'))
    throw badRequest('Idm is not configured to create XACML advanced rules');
  if (level === 'payload') return;
  for (const name of patternMembers)
    if (memberOf(body, name)) throw badRequest(`Cannot set ${name} unless running in payload mode`);
}

function refuseXmlAndRule(body: Body): void {
  const others = ['action', 'resource', 'use_authorization_service_header', ...patternMembers];
  if (memberOf(body, 'xml') && others.some((name) => memberOf(body, name)))
    throw badRequest(
      'Cannot set action, resource or use_authorization_headers at the same time as xacml rule',
    );
}

const faultTexts = {
  malformed: 'is not a valid regular expression, or uses look-around or back references',
  large:
    'is too large as a regular expression: counted repeats such as {0,500} multiply what they follow, and long patterns add up',
} as const;

/** A pattern that our engine cannot run in linear and short time would never match, so it is refused at once. */
function checkPatterns(content: PermissionContent): void {
  const patterns = [
    ['resource', content.isRegex ? content.resource : null],
    ['regex_entity_ids', content.regexEntityIds],
    ['regex_attributes', content.regexAttributes],
    ['regex_types', content.regexTypes],
  ] as const;
  for (const [name, pattern] of patterns) {
    const fault = pattern ? patternFault(pattern) : undefined;
    if (fault) throw badRequest(`${name} ${faultTexts[fault]}`);
  }
}

/** Both or neither. */
function checkServiceHeader({
  useAuthorizationServiceHeader,
  authorizationServiceHeader,
}: PermissionContent): void {
  if (useAuthorizationServiceHeader && !authorizationServiceHeader)
    throw badRequest(
      'if use_authorization_service_header is set, authorization_service_header needs to be set',
    );
  if (!useAuthorizationServiceHeader && authorizationServiceHeader)
    throw badRequest(
      'if authorization_service_header is set, use_authorization_service_header needs to be set',
    );
}

const patternOf = (body: Body, name: string) => textMember(body, name, { max: longestPattern, form: 'text' });

const missingRule = (level: PdpLevel) =>
  badRequest(
    level === 'advanced' ? 'Set action and resource or an advanced xacml rule' : 'Set action and resource',
  );

/** The body of POST permissions. @throws ApiError 400 */
export function parseNewPermission(raw: unknown, level: PdpLevel): PermissionContent {
  const body = wrappedBody(raw, 'permission');
  const name = requiredText(body, 'name', 'Missing parameter name in body request or empty name');
  refuseWrongLevel(body, level);
  refuseXmlAndRule(body);
  const action = textMember(body, 'action') || null;
  const resource = patternOf(body, 'resource') || null;
  const xml = textMember(body, 'xml', { max: longestXml, form: 'text' }) || null;
  if (!(action && resource) && !xml) throw missingRule(level);
  const content: PermissionContent = {
    name,
    description: longTextMember(body, 'description') ?? null,
    action,
    resource,
    isRegex: flag(body, 'is_regex') ?? false,
    useAuthorizationServiceHeader: flag(body, 'use_authorization_service_header') ?? false,
    authorizationServiceHeader: textMember(body, 'authorization_service_header') || null,
    regexEntityIds: patternOf(body, 'regex_entity_ids') || null,
    regexAttributes: patternOf(body, 'regex_attributes') || null,
    regexTypes: patternOf(body, 'regex_types') || null,
    xml,
  };
  checkServiceHeader(content);
  checkPatterns(content);
  return content;
}

/** A rule is either action with resource, or xml; a new one of either kind takes the place of the other. */
function patchedRule(body: Body, row: PermissionRow): Pick<PermissionContent, 'action' | 'resource' | 'xml'> {
  const xml = textMember(body, 'xml', { max: longestXml, form: 'text' });
  if (xml) return { xml, action: null, resource: null };
  const action = textMember(body, 'action') || row.action;
  const resource = patternOf(body, 'resource') || row.resource;
  return { action, resource, xml: action && resource ? null : row.xml };
}

/** The body of PATCH permissions/:id applied to the row. @throws ApiError 400 */
export function patchPermission(raw: unknown, row: PermissionRow, level: PdpLevel): PermissionContent {
  const body = wrappedBody(raw, 'permission');
  const name = nonEmptyText(body, 'name') ?? row.name;
  refuseMembers(body, ['id', 'is_internal'], 'Cannot set id or is_internal');
  refuseWrongLevel(body, level);
  refuseXmlAndRule(body);
  const content: PermissionContent = {
    name,
    description: orPresent(patchedLongText(body, 'description'), row.description),
    ...patchedRule(body, row),
    isRegex: flag(body, 'is_regex') ?? row.isRegex,
    useAuthorizationServiceHeader:
      flag(body, 'use_authorization_service_header') ?? row.useAuthorizationServiceHeader,
    authorizationServiceHeader:
      orPresent(textMember(body, 'authorization_service_header'), row.authorizationServiceHeader) || null,
    regexEntityIds: orPresent(patternOf(body, 'regex_entity_ids'), row.regexEntityIds) || null,
    regexAttributes: orPresent(patternOf(body, 'regex_attributes'), row.regexAttributes) || null,
    regexTypes: orPresent(patternOf(body, 'regex_types'), row.regexTypes) || null,
  };
  checkPatchedHeader(body, content);
  checkPatterns(content);
  return content;
}

/** Switching the restriction off keeps the stored value, as Keyrock does; only what was sent must fit together. */
function checkPatchedHeader(body: Body, content: PermissionContent): void {
  const sentValue = memberOf(body, 'authorization_service_header');
  if (content.useAuthorizationServiceHeader || sentValue) checkServiceHeader(content);
}
