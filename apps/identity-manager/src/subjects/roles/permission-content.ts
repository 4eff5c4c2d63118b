import type { PermissionRow } from '../../database/entities/role.row';
import { Invalid } from '../../faults/faults';
import { readEntityScope } from './entity-scope-input';
import {
  checkPatterns,
  checkServiceHeader,
  refuseEntitiesAndRule,
  refuseWrongLevel,
  refuseXmlAndRule,
  type PdpLevel,
  type PermissionContent,
} from './permission-checks';
import type { ChangePermission, CreatePermission } from './permission-input';

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
