import { escapeMarkup } from '@smart-city/service';

/** What a rule of a XACML policy is made from. */
export interface RuleSource {
  readonly id: string;
  readonly action: string | null;
  readonly resource: string | null;
  readonly isRegex: boolean;
  readonly useAuthorizationServiceHeader: boolean;
  readonly regexEntityIds: string | null;
  readonly regexAttributes: string | null;
  readonly regexTypes: string | null;
  /** A whole `<Rule>`, instead of action and resource. */
  readonly xml: string | null;
}

export interface RoleSource {
  readonly id: string;
  readonly permissions: readonly RuleSource[];
}

const text = 'http://www.w3.org/2001/XMLSchema#string';
const equal = 'urn:oasis:names:tc:xacml:1.0:function:string-equal';
const regexp = 'urn:oasis:names:tc:xacml:1.0:function:string-regexp-match';
const resourceCategory = 'urn:oasis:names:tc:xacml:3.0:attribute-category:resource';
const actionCategory = 'urn:oasis:names:tc:xacml:3.0:attribute-category:action';
const subjectCategory = 'urn:oasis:names:tc:xacml:1.0:subject-category:access-subject';

const value = (content: string) =>
  `<AttributeValue DataType="${text}">${escapeMarkup(content)}</AttributeValue>`;

const designator = (category: string, id: string, mustBePresent: boolean) =>
  `<AttributeDesignator Category="${category}" AttributeId="${id}" DataType="${text}" MustBePresent="${mustBePresent}"/>`;

const match = (how: string, content: string, category: string, id: string) =>
  `<AllOf><Match MatchId="${how}">${value(content)}${designator(category, id, true)}</Match></AllOf>`;

const anyOf = (content: string) => `<AnyOf>${content}</AnyOf>`;

const hasRole = (roleId: string) =>
  '<Condition><Apply FunctionId="urn:oasis:names:tc:xacml:3.0:function:any-of">' +
  `<Function FunctionId="${equal}"/>${value(roleId)}` +
  `${designator(subjectCategory, 'urn:oasis:names:tc:xacml:2.0:subject:role', false)}</Apply></Condition>`;

/** AuthzForce is told neither tenant nor entities, so a rule made from it would permit all of them. */
const isRestricted = (source: RuleSource) =>
  source.useAuthorizationServiceHeader ||
  Boolean(source.regexEntityIds || source.regexAttributes || source.regexTypes);

function renderRule(roleId: string, source: RuleSource): string {
  const { id, action, resource, isRegex, xml } = source;
  if (xml !== null) return xml;
  if (action === null || resource === null || isRestricted(source)) return '';
  const onResource = match(
    isRegex ? regexp : equal,
    resource,
    resourceCategory,
    'urn:thales:xacml:2.0:resource:sub-resource-id',
  );
  const onAction = match(equal, action, actionCategory, 'urn:oasis:names:tc:xacml:1.0:action:action-id');
  return (
    `<Rule RuleId="${escapeMarkup(id)}" Effect="Permit"><Target>${anyOf(onResource)}${anyOf(onAction)}</Target>` +
    `${hasRole(roleId)}</Rule>`
  );
}

const renderRole = ({ id, permissions }: RoleSource, version: string) =>
  `<Policy PolicyId="${escapeMarkup(id)}" Version="${version}" ` +
  'RuleCombiningAlgId="urn:oasis:names:tc:xacml:3.0:rule-combining-algorithm:deny-unless-permit"><Target/>' +
  `${permissions.map((permission) => renderRule(id, permission)).join('')}</Policy>`;

/**
 * A XACML 3.0 policy set: one policy a role, one rule a permission; anything else is denied.
 *
 * @param policyId  names the set; the same for every version of it
 * @param version   grows with every change
 */
export function renderPolicySet(
  applicationId: string,
  policyId: string,
  version: string,
  roles: readonly RoleSource[],
): string {
  const onApplication = match(
    equal,
    applicationId,
    resourceCategory,
    'urn:oasis:names:tc:xacml:1.0:resource:resource-id',
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<PolicySet xmlns="urn:oasis:names:tc:xacml:3.0:core:schema:wd-17" ' +
    `PolicySetId="${escapeMarkup(policyId)}" Version="${version}" ` +
    'PolicyCombiningAlgId="urn:oasis:names:tc:xacml:3.0:policy-combining-algorithm:deny-unless-permit">' +
    `<Target>${anyOf(onApplication)}</Target>${roles.map((role) => renderRole(role, version)).join('')}</PolicySet>`
  );
}
