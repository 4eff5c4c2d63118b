import {
  Busy,
  DirectoryAway,
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  TooMany,
  type Facts,
  type Fault,
} from '../../faults/faults';
import type { ConflictRule, ForbiddenRule, InvalidRule, Thing } from '../../faults/rules';

/*
 * What the management API says of each fault, as Keyrock says it (texts of our own rules follow its manner). Clients
 * compare these texts, so they stay byte for byte.
 */

const invalid: Readonly<Record<InvalidRule, (field: string, facts: Facts) => string>> = {
  missing: (field) => `Missing parameter ${field} in body request`,
  required: (field, { isPatch }) =>
    isPatch ? `Cannot set empty ${field}` : `Missing parameter ${field} in body request or empty ${field}`,
  string: (field) => `${field} attribute must be a string`,
  boolean: (field) => `${field} attribute must be a boolean`,
  long: (field, { max }) => `${field} attribute must have at most ${max} characters`,
  tooMany: (field, { max }) => `${field} attribute must have at most ${max} values`,
  characters: (field) => `${field} attribute has invalid characters`,
  urlScheme: (field) => `${field} attribute has an address that is not accepted`,
  url: (field) => `${field} attribute has an address that is not accepted`,
  fragment: (field) => `${field} attribute has an address that is not accepted`,
  fixed: (_field, { members }) => `Cannot set ${members}`,
  pattern: (field) => `${field} is not a valid regular expression, or uses look-around or back references`,
  largePattern: (field) =>
    `${field} is too large as a regular expression: counted repeats such as {0,500} multiply what they follow, and long patterns add up`,
  resource: (_field, { advanced }) =>
    advanced ? 'Set action and resource or an advanced xacml rule' : 'Set action and resource',
  xmlAndRule: () => 'Cannot set action, resource or use_authorization_headers at the same time as xacml rule',
  entities: (field, { member }) => `${field} attribute has an invalid member ${member}`,
  entitiesAndRule: () => 'Cannot set action, resource or xml at the same time as entities',
  payloadLevel: (field) => `Cannot set ${field} unless running in payload mode`,
  advancedLevel: () => 'Idm is not configured to create XACML advanced rules',
  serviceHeader: () =>
    'if use_authorization_service_header is set, authorization_service_header needs to be set',
  useServiceHeader: () =>
    'if authorization_service_header is set, use_authorization_service_header needs to be set',
  object: (field) => `${field} attribute must be an object`,
  deep: (field) => `${field} attribute is nested too deeply`,
  large: (field) => `${field} attribute is too large`,
  id: () => 'Invalid id',
  email: () => 'Email not valid',
  emailDomain: () => 'Invalid email',
  usernameLong: (field) => `${field} attribute is too long`,
  passwordLength: (_field, { min, max }) =>
    min === undefined
      ? `Password must have at most ${max} characters`
      : `Password must have at least ${min} characters`,
  passwordIsEmail: () => 'Password must not be the email',
  password: (field) => `${field} is wrong`,
  directoryPassword: () => 'The password of this user is kept in the directory',
  passwordAgain: (field) => `Missing parameter ${field} in body request, or a login of the last 5 minutes`,
  code: (field) => `${field} is wrong`,
  choose: () => 'Invalid Grant Type',
  choice: (field, { choices }) => `${field} must be one of ${choices}`,
  tokenTypes: () => 'Invalid token type in body request',
  tokenKind: (field) => `${field} must be bearer or jwt`,
  kindNotAllowed: () => 'Invalid token type in body request',
  trustsItself: () => 'Bad request',
  alreadyTrusted: () => 'Trusted application already added',
  notTrusted: () => 'Application has not that trusted application added',
  notFoundHere: (field) => `${field} not found`,
};

const missing: Readonly<Record<Thing, string>> = {
  application: 'Application not found',
  trustedApplication: 'Application to be add as trusted not found',
  // The misspelling is Keyrock's.
  trustedApplications: 'Trusted applications nof found',
  pepProxy: 'Pep Proxy not found',
  iotAgents: 'Iot agents not found',
  iotAgent: 'Iot Agent not found',
  role: 'Role not found',
  roles: 'Roles not found',
  permission: 'permission not found',
  user: 'User not found',
  users: 'Users not found',
  organization: 'Organization not found',
  organizations: 'Organizations not found',
  membership: 'Assignment not found',
  memberships: 'Assignments not found',
  organizationRole: 'Organization role not found',
  assignments: 'Assignments not found',
};

const conflicts: Readonly<Record<ConflictRule, (field: string) => string>> = {
  lastAdministrator: () => 'The last administrator cannot be removed',
  taken: (field) => `${field.charAt(0).toUpperCase()}${field.slice(1)} already used`,
  lastOwnerOfApplication: () => 'The last owner of an application cannot be removed by others',
  lastOwnerOfOrganization: () => 'The last owner of an organization cannot be removed',
  pepProxyExists: () => 'Pep Proxy already registered',
};

const forbidden: Readonly<Record<ForbiddenRule, string>> = {
  internal: 'Not allowed',
  notPermitted: 'User not allow to perform the action',
  notAuthorized: 'User not authorized to perform action',
  headless: 'Only an administrator can set the email here',
};

/** The text of a fault in an answer of the management API. */
export function faultText(fault: Fault): string {
  if (fault instanceof Invalid) return invalid[fault.rule](fault.field, fault.facts);
  if (fault instanceof NotFound) return missing[fault.what];
  if (fault instanceof Conflict) return conflicts[fault.rule](fault.field);
  if (fault instanceof Forbidden) return forbidden[fault.rule];
  if (fault instanceof TooMany) return 'Too many failed attempts';
  if (fault instanceof Busy) return 'Too many passwords are being checked';
  if (fault instanceof DirectoryAway) return 'The directory of users cannot be reached';
  return 'Internal error';
}
