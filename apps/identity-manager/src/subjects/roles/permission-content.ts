import type { Options } from '../../cli/options';
import type { PermissionRow } from '../../database/entities/role.row';
import { Invalid } from '../../faults/faults';
import { patternFault } from '../decisions/permission';
import { readEntityScope } from './entity-scope-input';
import type { ChangePermission, CreatePermission } from './permission-input';

export type PdpLevel = Options['pdp']['level'];

/** What a permission is made of, apart from its id and place. */
export type PermissionContent = Omit<PermissionRow, 'id' | 'isInternal' | 'applicationId'>;

type Input = CreatePermission | ChangePermission;

const patternMembers = ['regex_entity_ids', 'regex_attributes', 'regex_types'] as const;

function refuseWrongLevel(input: Input, level: PdpLevel): void {
  if (level !== 'advanced' && input.xml) throw new Invalid('xml', 'advancedLevel');
  if (level === 'payload') return;
  const sent = patternMembers.find((name) => input[name]);
  if (sent) throw new Invalid(sent, 'payloadLevel');
}

function refuseXmlAndRule(input: Input): void {
  const others = ['action', 'resource', 'use_authorization_service_header', ...patternMembers] as const;
  if (input.xml && others.some((name) => input[name])) throw new Invalid('xml', 'xmlAndRule');
}

/** @param entities  those that the permission will have */
function refuseEntitiesAndRule(input: Input, entities: unknown): void {
  const others = ['action', 'resource', 'xml', 'is_regex', ...patternMembers] as const;
  if (entities && others.some((name) => input[name])) throw new Invalid('entities', 'entitiesAndRule');
}

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
    if (fault) throw new Invalid(name, fault === 'large' ? 'largePattern' : 'pattern');
  }
}

/** Both or neither. */
function checkServiceHeader(content: PermissionContent): void {
  const { useAuthorizationServiceHeader: isAsked, authorizationServiceHeader: value } = content;
  if (isAsked && !value) throw new Invalid('authorization_service_header', 'serviceHeader');
  if (!isAsked && value) throw new Invalid('use_authorization_service_header', 'useServiceHeader');
}

/**
 * The content of a new permission.
 *
 * @param level  what decisions look at: members of other levels are refused
 * @throws Invalid when members do not go together, or a pattern cannot be run
 */
export function newPermission(input: CreatePermission, level: PdpLevel): PermissionContent {
  refuseWrongLevel(input, level);
  refuseXmlAndRule(input);
  refuseEntitiesAndRule(input, input.entities);
  const entities = input.entities ? readEntityScope(input.entities) : null;
  const [action, resource, xml] = [input.action || null, input.resource || null, input.xml || null];
  if (!(action && resource) && !xml && entities === null)
    throw new Invalid('resource', 'resource', { advanced: level === 'advanced' });
  const content: PermissionContent = {
    name: input.name,
    description: input.description ?? null,
    action,
    resource,
    isRegex: Boolean(input.is_regex),
    useAuthorizationServiceHeader: Boolean(input.use_authorization_service_header),
    authorizationServiceHeader: input.authorization_service_header || null,
    regexEntityIds: input.regex_entity_ids || null,
    regexAttributes: input.regex_attributes || null,
    regexTypes: input.regex_types || null,
    xml,
    entities,
  };
  checkServiceHeader(content);
  checkPatterns(content);
  return content;
}

/** A rule is either action with resource, or xml, or entities; a new one of any kind takes the place of the others. */
function changedRule(
  { xml, entities, ...input }: ChangePermission,
  row: PermissionRow,
): Pick<PermissionContent, 'action' | 'resource' | 'xml' | 'entities'> {
  if (entities) return { entities: readEntityScope(entities), xml: null, action: null, resource: null };
  if (xml) return { xml, action: null, resource: null, entities: null };
  const action = input.action || row.action;
  const resource = input.resource || row.resource;
  if (action && resource) return { action, resource, xml: null, entities: null };
  if (entities === null && row.entities !== null) throw new Invalid('resource', 'resource');
  return { action, resource, xml: row.xml, entities: row.entities };
}

const NO_PATTERNS = {
  isRegex: false,
  regexEntityIds: null,
  regexAttributes: null,
  regexTypes: null,
} as const;

/** What was sent, else what is there; an empty text says that there is none. */
const sentText = (sent: string | null | undefined, present: string | null): string | null =>
  (sent === undefined ? present : sent) || null;

const sentFlag = (sent: boolean | null | undefined, present: boolean): boolean =>
  sent === undefined ? present : Boolean(sent);

/** An empty description says nothing, null clears it. */
const sentDescription = ({ description }: ChangePermission, row: PermissionRow) =>
  description === undefined || description === '' ? row.description : description;

/**
 * The content of a permission after a change.
 *
 * @throws Invalid as {@link newPermission}
 */
export function changedPermission(
  input: ChangePermission,
  row: PermissionRow,
  level: PdpLevel,
): PermissionContent {
  refuseWrongLevel(input, level);
  refuseXmlAndRule(input);
  const rule = changedRule(input, row);
  refuseEntitiesAndRule(input, rule.entities);
  const content: PermissionContent = {
    name: input.name ?? row.name,
    description: sentDescription(input, row),
    ...rule,
    isRegex: sentFlag(input.is_regex, row.isRegex),
    useAuthorizationServiceHeader: sentFlag(
      input.use_authorization_service_header,
      row.useAuthorizationServiceHeader,
    ),
    authorizationServiceHeader: sentText(input.authorization_service_header, row.authorizationServiceHeader),
    regexEntityIds: sentText(input.regex_entity_ids, row.regexEntityIds),
    regexAttributes: sentText(input.regex_attributes, row.regexAttributes),
    regexTypes: sentText(input.regex_types, row.regexTypes),
    ...(input.entities ? NO_PATTERNS : undefined),
  };
  // Switching the restriction off keeps the stored value, as Keyrock does; only what was sent must fit together.
  if (content.useAuthorizationServiceHeader || input.authorization_service_header)
    checkServiceHeader(content);
  checkPatterns(content);
  return content;
}
