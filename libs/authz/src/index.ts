export { AuthzGuard, type AuthzObserver } from './authz-guard';
export { readToken, type TokenReading } from './read-token';
export { AUTHZ_DEFAULTS, type AuthzLevel, type AuthzSettings, type JwtKeys } from './settings';
export { challengeOf, VERDICT_STATUS, type AccessQuestion, type Caller, type Verdict } from './verdict';
