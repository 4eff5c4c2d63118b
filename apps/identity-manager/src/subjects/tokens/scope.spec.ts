import type { Client } from '../applications/client';
import { ScopeRefused } from './scope-refused';
import { grantableWords, grantedWords, narrowedWords } from './scope';
import { grantScope } from './token-issuer';
import { createSecretKey } from 'node:crypto';

const client = (more: Partial<Client> = {}): Client => ({
  id: 'a',
  name: 'a',
  description: null,
  image: 'default',
  secretDigest: undefined,
  jwtKey: createSecretKey(Buffer.from('0123456789abcdef')),
  grantTypes: new Set(),
  tokenTypes: new Set(['jwt', 'permanent', 'bearer']),
  scopes: new Set(['openid']),
  redirectUris: [],
  signOutUris: [],
  url: null,
  defaultTokenKind: 'bearer',
  isPublic: false,
  openidStyle: 'keyrock',
  idTokenAlg: undefined,
  userinfoAlg: undefined,
  groupsOrganizations: false,
  accessTokenFormat: 'keyrock',
  audience: undefined,
  backchannelLogoutUri: undefined,
  ...more,
});

const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof ScopeRefused) return error.rule;
  }
  return undefined;
};

describe('grantScope (docs/behaviour/identity-manager.md, "Scope")', () => {
  it('takes the default kind of the application when no kind is named', () => {
    expect(grantScope([], client()).kind).toBe('bearer');
    expect(grantScope(['permanent'], client({ defaultTokenKind: 'jwt' }))).toMatchObject({
      kind: 'jwt',
      permanent: true,
    });
    expect(grantScope(['bearer'], client({ defaultTokenKind: 'jwt' })).kind).toBe('bearer');
  });

  it('refuses what contradicts itself or the application may not have', () => {
    expect(refusal(() => grantScope(['jwt', 'bearer'], client()))).toBe('notGranted');
    expect(refusal(() => grantScope(['jwt'], client({ tokenTypes: new Set(['bearer']) })))).toBe(
      'notGranted',
    );
    expect(refusal(() => grantScope(['permanent'], client({ tokenTypes: new Set(['bearer']) })))).toBe(
      'notGranted',
    );
    expect(refusal(() => grantScope(['openid'], client({ scopes: new Set() })))).toBe('notGranted');
  });
});

describe('narrowedWords', () => {
  it('keeps what was granted, or fewer words with another kind', () => {
    expect(narrowedWords(['a', 'b'], [], true)).toEqual(['a', 'b']);
    expect(narrowedWords(['a', 'b'], ['a', 'jwt'], true)).toEqual(['a', 'jwt']);
    expect(grantScope(narrowedWords(['a', 'b'], ['a', 'jwt'], true), client()).kind).toBe('jwt');
  });

  it('refuses words that were not granted', () => {
    expect(refusal(() => narrowedWords(['a'], ['b'], true))).toBe('notGranted');
    expect(refusal(() => narrowedWords([], ['openid'], true))).toBe('notGranted');
  });

  it('lets a client that showed its secret choose a token without end, and others only where it was granted', () => {
    expect(narrowedWords(['a'], ['jwt', 'permanent'], true)).toEqual(['jwt', 'permanent']);
    expect(refusal(() => narrowedWords(['a'], ['a', 'permanent'], false))).toBe('notGranted');
    expect(narrowedWords(['permanent'], ['permanent', 'jwt'], false)).toEqual(['permanent', 'jwt']);
  });
});

describe('grantableWords', () => {
  it('passes over openid for an application without OpenID Connect', () => {
    const words = ['openid', 'jwt', 'all_info'];
    expect(grantableWords(words, client())).toEqual(words);
    expect(grantableWords(words, client({ scopes: new Set() }))).toEqual(['jwt', 'all_info']);
  });
});

describe('grantedWords', () => {
  it('names the kind of token when no word was granted', () => {
    expect(grantedWords(grantScope([], client()))).toEqual(['bearer']);
    expect(grantedWords(grantScope(['permanent'], client()))).toEqual(['permanent']);
  });
});
