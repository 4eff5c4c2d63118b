export { AuthzGuard, type AuthzObserver } from './authz-guard';
export { ENTITY_SCOPE_MEMBERS, ENTITY_VERBS, type EntityScope, type EntityVerb } from './entity-scope';
export { readToken, type TokenReading } from './read-token';
export { AUTHZ_DEFAULTS, type AuthzLevel, type AuthzSettings, type JwtKeys } from './settings';
export { challengeOf, type AccessQuestion, type Caller, type Verdict } from './verdict';
