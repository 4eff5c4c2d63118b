import { decide, type DecisionRequest } from './decision';
import { compilePattern, compilePermission, type PermissionRule } from './permission';

const rule = (more: Partial<PermissionRule>): PermissionRule => ({
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
  ...more,
});

const ask = (more: Partial<PermissionRule>, request: Partial<DecisionRequest> = {}) =>
  decide([compilePermission(rule(more))], { action: 'GET', resource: '/data', ...request }).decision;

describe('decide', () => {
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
  });

  it('names the permission that permitted', () => {
    const permissions = [rule({ id: '1', action: 'PUT' }), rule({ id: '2' }), rule({ id: '3' })].map(
      compilePermission,
    );
    expect(decide(permissions, { action: 'GET', resource: '/data' }).permission?.rule.id).toBe('2');
  });
});

describe('compilePattern', () => {
  it('needs time in proportion to the text even for hostile patterns', () => {
    const matches = compilePattern('^(a+)+$');
    expect(matches?.(`${'a'.repeat(5000)}!`)).toBe(false);
  });

  it('knows the escapes and groups of JavaScript', () => {
    expect(compilePattern('^\\/v2\\/[\\w-]+(?<tail>/x)?$')?.('/v2/some-thing/x')).toBe(true);
  });

  it.each(['(', '[', 'a{2000}{2000}', '(?=x)', 'x'.repeat(3000)])('refuses %#', (pattern) => {
    expect(compilePattern(pattern)).toBeUndefined();
  });
});
