import { decide, type DecisionRequest } from './decision';
import { patternFault, type PermissionRule } from './permission';
import { permissionOf } from './test-permissions';

const ask = (more: Partial<PermissionRule>, request: Partial<DecisionRequest> = {}) =>
  decide([permissionOf(more)], { action: 'GET', resource: '/data', ...request }).decision;

describe('decide (docs/behaviour/identity-manager.md, "Decisions")', () => {
  it('permits the exact resource with the verb in any letter case', () => {
    expect(ask({})).toBe('Permit');
    expect(ask({}, { action: 'get' })).toBe('Permit');
    expect(ask({ action: 'get' })).toBe('Permit');
  });

  it.each(['/data/', '/Data', '/data?x=1', '/dat', ''])('denies %j where /data is allowed', (resource) => {
    expect(ask({}, { resource })).toBe('Deny');
  });

  it('denies other verbs, no permissions, and permissions without verb or resource', () => {
    expect(ask({}, { action: 'POST' })).toBe('Deny');
    expect(decide([], { action: 'GET', resource: '/data' }).decision).toBe('Deny');
    expect(ask({ action: null })).toBe('Deny');
    expect(ask({ resource: null })).toBe('Deny');
  });

  it('matches a pattern anywhere, letter case ignored', () => {
    const pattern = { isRegex: true, resource: '/rooms/[0-9]+$' };
    expect(ask(pattern, { resource: '/v2/ROOMS/12' })).toBe('Permit');
    expect(ask(pattern, { resource: '/rooms/x' })).toBe('Deny');
  });

  it('denies where the pattern is broken', () => {
    expect(ask({ isRegex: true, resource: '(' }, { resource: '(' })).toBe('Deny');
  });

  it('looks at the tenant only where the permission is restricted to one', () => {
    const restricted = { useAuthorizationServiceHeader: true, authorizationServiceHeader: 'smartcity' };
    expect(ask(restricted, { serviceHeader: 'smartcity' })).toBe('Permit');
    expect(ask(restricted, { serviceHeader: 'other' })).toBe('Deny');
    expect(ask(restricted)).toBe('Deny');
    expect(ask({ authorizationServiceHeader: 'smartcity' }, { serviceHeader: 'other' })).toBe('Permit');
  });

  it('wants every id, type and attribute of a payload covered', () => {
    const covering = { regexEntityIds: '^room', regexTypes: '^Room$', regexAttributes: 'temp' };
    const payload = { ids: ['room1', 'ROOM2'], idPatterns: [], types: ['Room'], attributes: ['temperature'] };
    expect(ask(covering, { payload })).toBe('Permit');
    expect(ask(covering, { payload: { ...payload, ids: ['room1', 'car1'] } })).toBe('Deny');
    expect(ask(covering, { payload: { ...payload, idPatterns: ['.*'] } })).toBe('Deny');
    expect(ask(covering, { payload: { ...payload, idPatterns: ['^room'] } })).toBe('Permit');
    expect(ask({}, { payload })).toBe('Permit');
    expect(ask(covering, { payload: { ...payload, types: [], attributes: [] } })).toBe('Permit');
  });

  const nothing = { ids: [], idPatterns: [], types: [], attributes: [] };
  it.each([
    ['ids', { regexEntityIds: '.*' }, undefined],
    ['types', { regexTypes: '.*' }, undefined],
    ['attributes', { regexAttributes: '.*' }, undefined],
    ['ids', { regexEntityIds: '.*' }, nothing],
    ['ids', { regexEntityIds: '.*' }, { ...nothing, types: ['Room'], attributes: ['t'] }],
    ['types', { regexTypes: '.*' }, nothing],
    ['attributes', { regexAttributes: '.*' }, nothing],
  ])('denies with a permission restricted to %s where these are not known', (_what, restriction, payload) => {
    expect(ask(restriction, { payload })).toBe('Deny');
  });

  it('names the permission that permitted', () => {
    const permissions = [{ id: '1', action: 'PUT' }, { id: '2' }, { id: '3' }].map(permissionOf);
    expect(decide(permissions, { action: 'GET', resource: '/data' }).permission?.rule.id).toBe('2');
  });
});

/** Refused when somebody saves it; here it was stored before that, or by an import. */
const explosive = '(.{0,31}){0,31}'.repeat(25);

describe('patterns', () => {
  const matches = (pattern: string, text: string) =>
    ask({ isRegex: true, resource: pattern }, { resource: text }) === 'Permit';

  it('need time in proportion to the text even when they make other engines explode', () => {
    expect(matches('^(a+)+$', `${'a'.repeat(2000)}!`)).toBe(false);
  });

  it('know the escapes and groups of JavaScript', () => {
    expect(matches('^\\/v2\\/[\\w-]+(?<tail>/x)?$', '/v2/some-thing/x')).toBe(true);
  });

  it.each(['(', '[', 'a{2000}', '(?=x)', '(a)\\1'])('%s cannot be used', (pattern) => {
    expect(patternFault(pattern)).toBe('malformed');
  });

  it.each([explosive, 'x'.repeat(3000), '[a-z]{1000}[a-z]{1000}'])('%s is too large', (pattern) => {
    expect(patternFault(pattern)).toBe('large');
    expect(matches(pattern, 'x')).toBe(false);
  });

  it('are given up when they would take long, which denies and is told', () => {
    // Larger than what a long resource may be asked of, smaller than what cannot be stored.
    const wide = permissionOf({ isRegex: true, resource: '[a-e].{900}x' });
    const long = { action: 'GET', resource: 'a'.repeat(1000) };
    expect(decide([wide], long)).toEqual({ decision: 'Deny', permission: undefined, gaveUp: true });
    const plain = permissionOf({ resource: long.resource });
    expect(decide([plain, wide], long).decision).toBe('Permit');
    expect(decide([wide], { ...long, resource: 'a'.repeat(100) })).not.toHaveProperty('gaveUp');
  });
});
