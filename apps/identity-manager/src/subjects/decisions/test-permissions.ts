import { compilePermission, type CompiledPermission, type PermissionRule } from './permission';

/** A permission ready to be asked, for tests: GET of `/data`, with what a test says of it. */
export const permissionOf = (given: Partial<PermissionRule> = {}): CompiledPermission =>
  compilePermission({
    id: 'p',
    name: 'p',
    action: 'GET',
    resource: '/data',
    isRegex: false,
    authorizationServiceHeader: null,
    useAuthorizationServiceHeader: false,
    regexEntityIds: null,
    regexAttributes: null,
    regexTypes: null,
    entities: null,
    ...given,
  });
