import type { Options } from '../../cli/options';
import type { PermissionRow } from '../../database/entities/role.row';
import { Invalid } from '../../faults/faults';
import { patternFault } from '../decisions/permission';
import type { ChangePermission, CreatePermission } from './permission-input';

/* What members of a permission do not go together, and what they cannot be. */

export type PdpLevel = Options['pdp']['level'];

/** What a permission is made of, apart from its id and place. */
export type PermissionContent = Omit<PermissionRow, 'id' | 'isInternal' | 'applicationId'>;

type Input = CreatePermission | ChangePermission;

const patternMembers = ['regex_entity_ids', 'regex_attributes', 'regex_types'] as const;

/** @throws Invalid of members that decisions of this level do not look at */
export function refuseWrongLevel(input: Input, level: PdpLevel): void {
  if (level !== 'advanced' && input.xml) throw new Invalid('xml', 'advancedLevel');
  if (level === 'payload') return;
  const sent = patternMembers.find((name) => input[name]);
  if (sent) throw new Invalid(sent, 'payloadLevel');
}

/** @throws Invalid of `xml` beside what else makes a rule */
export function refuseXmlAndRule(input: Input): void {
  const others = ['action', 'resource', 'use_authorization_service_header', ...patternMembers] as const;
  if (input.xml && others.some((name) => input[name])) throw new Invalid('xml', 'xmlAndRule');
}

/** @param entities  those that the permission will have */
export function refuseEntitiesAndRule(input: Input, entities: unknown): void {
  const others = ['action', 'resource', 'xml', 'is_regex', ...patternMembers] as const;
  if (entities && others.some((name) => input[name])) throw new Invalid('entities', 'entitiesAndRule');
}

/** A pattern that our engine cannot run in linear and short time would never match, so it is refused at once. */
export function checkPatterns(content: PermissionContent): void {
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
export function checkServiceHeader(content: PermissionContent): void {
  const { useAuthorizationServiceHeader: isAsked, authorizationServiceHeader: value } = content;
  if (isAsked && !value) throw new Invalid('authorization_service_header', 'serviceHeader');
  if (!isAsked && value) throw new Invalid('use_authorization_service_header', 'useServiceHeader');
}
