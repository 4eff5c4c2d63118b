import type { Client } from '../applications/client';
import { ScopeRefused } from './scope-refused';
import { grantableWords, grantedWords, grantScope, narrowScope, parseScope } from './scope';
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
  signOutUri: null,
  url: null,
  defaultTokenKind: 'bearer',
  isPublic: false,
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

describe('parseScope', () => {
  it('splits at commas and white space and keeps unknown words', () => {
    expect(parseScope('jwt,permanent all_info  jwt')).toEqual(['jwt', 'permanent', 'all_info']);
    expect(parseScope(undefined)).toEqual([]);
    expect(parseScope(' , ')).toEqual([]);
  });

  it.each(['a"b', 'a\\b', 'ä', 'a\u0000b'])('refuses the characters of %j', (text) => {
    expect(refusal(() => parseScope(text))).toBe('malformed');
  });
});

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

describe('narrowScope', () => {
  it('keeps what was granted, or fewer words with another kind', () => {
    expect(narrowScope(['a', 'b'], [], client()).words).toEqual(['a', 'b']);
    expect(narrowScope(['a', 'b'], ['a', 'jwt'], client())).toMatchObject({
      words: ['a', 'jwt'],
      kind: 'jwt',
    });
  });

  it('refuses words that were not granted', () => {
    expect(refusal(() => narrowScope(['a'], ['b'], client()))).toBe('notGranted');
    expect(refusal(() => narrowScope([], ['openid'], client()))).toBe('notGranted');
    expect(refusal(() => narrowScope(['a'], ['a', 'permanent'], client()))).toBe('notGranted');
    expect(narrowScope(['permanent'], ['permanent', 'jwt'], client())).toMatchObject({ permanent: true });
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
