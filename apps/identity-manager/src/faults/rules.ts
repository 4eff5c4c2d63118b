/*
 * The names of all faults. A new one is a line here; the catalogue of each door does not compile without its text.
 */

/** What a member of a request can be told. People read `problem.<rule>`. */
export const invalidRules = [
  /** Not sent, or empty. Fact `isPatch`: it may be left out, but not emptied. */
  'required',
  /** The object that holds everything else was not sent. */
  'missing',
  'string',
  'boolean',
  /** Fact `max`: characters at most. */
  'long',
  /** Fact `max`: members of a list at most. */
  'tooMany',
  /** Control characters. */
  'characters',
  /** A browser would run it. */
  'urlScheme',
  /** No address at all. */
  'url',
  /** An address with `#` where none belongs. */
  'fragment',
  /** Members that are never set. Fact `members` names them. */
  'fixed',
  /** A regular expression that the engine does not run, or one that would take it too long. */
  'pattern',
  'largePattern',
  /** A permission is an action on a resource; fact `advanced`: or an XACML rule. */
  'resource',
  /** What a permission says of entities cannot be read; fact `member` names the part, here and with patterns. People read
   * `problem.entities.<member>`. */
  'entities',
  /** Entities beside an action on a resource, or XACML. */
  'entitiesAndRule',
  /** XACML beside an action on a resource. */
  'xmlAndRule',
  /** Only for decisions that look into payloads, or are left to AuthzForce; the settings say otherwise. */
  'payloadLevel',
  'advancedLevel',
  /** A service header is asked for and not named, or the other way round. */
  'serviceHeader',
  'useServiceHeader',
  /** A JSON object, of no great depth and size. */
  'object',
  'deep',
  'large',
  /** An id of the sender's own choosing. */
  'id',
  'email',
  /** The settings have a list of domains. */
  'emailDomain',
  'usernameLong',
  /** Fact `min` or `max`: characters. */
  'passwordLength',
  'passwordIsEmail',
  /** A password that is asked for again is wrong. */
  'password',
  /** The user's password is kept in the directory, and changed there. */
  'directoryPassword',
  /** It was not sent, and the login is no fresh one. */
  'passwordAgain',
  'code',
  /** None of the choices that there are. */
  'choose',
  /** None of the words that there are; fact `choices` has them. */
  'choice',
  /** No list of kinds of tokens; no kind; one that the application does not allow. */
  'tokenTypes',
  'tokenKind',
  'kindNotAllowed',
  /** An application among those that it trusts itself. */
  'trustsItself',
  'alreadyTrusted',
  'notTrusted',
  /** It names nobody, or nothing that there is. */
  'notFoundHere',
] as const;

export type InvalidRule = (typeof invalidRules)[number];

export type ConflictRule =
  | 'taken'
  /** Nobody would own the application any more. */
  | 'lastOwnerOfApplication'
  | 'lastOwnerOfOrganization'
  /** Nobody could administrate the installation any more. */
  | 'lastAdministrator'
  /** An application has one at most. */
  | 'pepProxyExists';

export type ForbiddenRule =
  /** It belongs to the service itself and is changed by nobody. */
  | 'internal'
  /** The actor lacks a right in the application or organization. */
  | 'notPermitted'
  /** Only for administrators, or for whom it is about. */
  | 'notAuthorized'
  /** There are no pages on which it could be confirmed. */
  | 'headless';

/** What can be missing. Plurals are lists that are empty. */
export type Thing =
  | 'application'
  | 'trustedApplication'
  | 'trustedApplications'
  | 'pepProxy'
  | 'iotAgent'
  | 'iotAgents'
  | 'role'
  | 'roles'
  | 'permission'
  | 'user'
  | 'users'
  | 'organization'
  | 'organizations'
  | 'membership'
  | 'memberships'
  | 'organizationRole'
  | 'assignments';
