import { createSecretKey } from 'node:crypto';
import type { Client } from '../../../subjects/applications/client';
import { ScopeRefused } from '../../../subjects/tokens/scope-refused';
import { PageError } from '../../../pages/page-error';
import { OAuthError } from '../oauth-errors';
import type { Parameters } from '../wire';
import type { ResponseType } from './authorize-request';
import {
  checkChallenge,
  checkClaims,
  checkGrantAllowed,
  checkMaxAge,
  checkNonce,
  checkNoRequestObject,
  checkNotDenied,
  checkPrompt,
  checkRedirectUri,
  checkResponseType,
  checkScope,
  checkState,
} from './checks';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const client = (more: Partial<Client> = {}): Client => ({
  id: 'parking',
  name: 'parking',
  description: null,
  image: 'default',
  secretDigest: undefined,
  jwtKey: createSecretKey(Buffer.alloc(32)),
  grantTypes: new Set(['authorization_code', 'implicit', 'hybrid']),
  tokenTypes: new Set(['bearer', 'jwt', 'permanent']),
  scopes: new Set(['openid']),
  redirectUris: ['https://parking.example/back'],
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

const sent = (parameters: Readonly<Record<string, string>>): Parameters =>
  new Map(Object.entries(parameters));

/** The code of what is refused, or what the check found. */
function outcome(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    if (error instanceof OAuthError) return error.code;
    if (error instanceof PageError) return `page: ${error.message}`;
    if (error instanceof ScopeRefused) return 'scope refused';
    throw error;
  }
}

describe('The redirect address', () => {
  const two = client({ redirectUris: ['https://a.example/', 'https://b.example/'] });
  it.each<[string, Readonly<Record<string, string>>, Client, unknown]>([
    [
      'is the only one when none is sent',
      {},
      client(),
      { uri: 'https://parking.example/back', wasSent: false },
    ],
    [
      'is the one that is sent',
      { redirect_uri: 'https://b.example/' },
      two,
      { uri: 'https://b.example/', wasSent: true },
    ],
    ['must be sent where there are several', {}, two, 'page: error.redirectUriMissing'],
    [
      'must be registered',
      { redirect_uri: 'https://evil.example/' },
      client(),
      'page: error.redirectUriOther',
    ],
    ['must be an address', { redirect_uri: 'back' }, client(), 'page: error.redirectUriMalformed'],
    [
      'must be there',
      { redirect_uri: 'https://a.example/' },
      client({ redirectUris: [] }),
      'page: error.redirectUriNone',
    ],
  ])('%s', (_case, parameters, asking, found) => {
    expect(outcome(() => checkRedirectUri(sent(parameters), asking))).toEqual(found);
  });
});

describe('The response type', () => {
  it.each<[string, unknown]>([
    ['code', ['code']],
    ['token', ['token']],
    ['token code', ['code', 'token']],
    ['id_token  token', ['id_token', 'token']],
    ['code id_token token', ['code', 'id_token', 'token']],
    ['code code', 'unsupported_response_type'],
    ['code password', 'unsupported_response_type'],
    ['none', 'unsupported_response_type'],
    [' ', 'unsupported_response_type'],
  ])('%j is read', (text, found) => {
    expect(outcome(() => checkResponseType(sent({ response_type: text })))).toEqual(found);
  });

  it('must be sent', () => {
    expect(outcome(() => checkResponseType(sent({})))).toBe('invalid_request');
  });

  it.each<[readonly ResponseType[], readonly string[], boolean]>([
    [['code'], ['authorization_code'], true],
    [['code'], ['implicit'], false],
    [['token'], ['implicit'], true],
    [['token'], ['authorization_code'], false],
    [['code', 'token'], ['authorization_code', 'implicit', 'hybrid'], true],
    [['code', 'token'], ['authorization_code', 'implicit'], false],
    [['code', 'id_token'], ['authorization_code', 'hybrid'], true],
    [['id_token'], [], true],
  ])('%j wants grants of the application: of %j it is %s', (types, grants, isAllowed) => {
    const asking = client({ grantTypes: new Set(grants) });
    expect(outcome(() => checkGrantAllowed(types, asking))).toBe(
      isAllowed ? undefined : 'unauthorized_client',
    );
  });

  it('id_token wants OpenID Connect', () => {
    const asking = client({ scopes: new Set() });
    expect(outcome(() => checkGrantAllowed(['id_token'], asking))).toBe('unauthorized_client');
  });
});

describe('What is not read', () => {
  it.each<[Readonly<Record<string, string>>, unknown]>([
    [{}, undefined],
    [{ request: 'x' }, 'request_not_supported'],
    [{ request_uri: 'https://a.example/' }, 'request_uri_not_supported'],
  ])('is not passed over: %j', (parameters, found) => {
    expect(outcome(() => checkNoRequestObject(sent(parameters)))).toBe(found);
  });
});

describe('The state', () => {
  it.each<[Readonly<Record<string, string>>, boolean, unknown]>([
    [{ state: 'x' }, false, undefined],
    [{}, false, 'invalid_request'],
    [{}, true, undefined],
  ])('of %j, when it may be empty: %s', (parameters, mayBeEmpty, found) => {
    expect(outcome(() => checkState(sent(parameters), mayBeEmpty))).toBe(found);
  });
});

describe('The scope', () => {
  const plain = client({ scopes: new Set() });
  it.each<[string, readonly string[], readonly ResponseType[], Client, unknown]>([
    ['is granted', ['openid'], ['code'], client(), { openid: true, words: ['openid'] }],
    ['passes over openid without OpenID Connect', ['openid'], ['code'], plain, { openid: false, words: [] }],
    [
      'has openid with an id token',
      ['jwt'],
      ['id_token'],
      client(),
      { openid: true, words: ['jwt', 'openid'] },
    ],
    ['has it once', ['openid'], ['id_token', 'token'], client(), { words: ['openid'] }],
    ['does not have two kinds', ['jwt', 'bearer'], ['code'], client(), 'scope refused'],
    [
      'has no kind that the application may not have',
      ['jwt'],
      ['token'],
      client({ tokenTypes: new Set() }),
      'scope refused',
    ],
  ])('%s', (_case, asked, types, asking, found) => {
    const result = outcome(() => checkScope(asked, types, asking));
    if (typeof found === 'string') expect(result).toBe(found);
    else expect(result).toMatchObject(found as object);
  });
});

describe('The code challenge', () => {
  const good = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
  const open = client({ isPublic: true });
  it.each<[string, Readonly<Record<string, string>>, readonly ResponseType[], Client, unknown]>([
    ['is taken', good, ['code'], client(), CHALLENGE],
    ['may be left out by who has a secret', {}, ['code'], client(), null],
    ['is needed of public clients', {}, ['code'], open, 'invalid_request'],
    ['is not needed for tokens alone', {}, ['token'], open, null],
    ['is not plain', { ...good, code_challenge_method: 'plain' }, ['code'], client(), 'invalid_request'],
    ['names its method', { code_challenge: CHALLENGE }, ['code'], client(), 'invalid_request'],
    [
      'does not come as a method alone',
      { code_challenge_method: 'S256' },
      ['code'],
      client(),
      'invalid_request',
    ],
    ['is a digest', { ...good, code_challenge: 'short' }, ['code'], client(), 'invalid_request'],
  ])('%s', (_case, parameters, types, asking, found) => {
    expect(outcome(() => checkChallenge(sent(parameters), types, asking))).toBe(found);
  });
});

describe('The other parameters', () => {
  it.each<[string, () => unknown, unknown]>([
    ['a refusal of the user', () => checkNotDenied(sent({ allowed: 'false' })), 'access_denied'],
    ['a consent', () => checkNotDenied(sent({ allowed: 'true' })), undefined],
    ['no prompt', () => checkPrompt(sent({})), []],
    ['prompts', () => checkPrompt(sent({ prompt: 'login consent' })), ['login', 'consent']],
    ['a prompt that is unknown', () => checkPrompt(sent({ prompt: 'create' })), 'invalid_request'],
    ['none and another', () => checkPrompt(sent({ prompt: 'none login' })), 'invalid_request'],
    ['no age', () => checkMaxAge(sent({})), undefined],
    ['an age', () => checkMaxAge(sent({ max_age: '0' })), 0],
    ['an age that is none', () => checkMaxAge(sent({ max_age: '-1' })), 'invalid_request'],
    ['an age without end', () => checkMaxAge(sent({ max_age: '9'.repeat(10) })), 'invalid_request'],
    ['no nonce', () => checkNonce(sent({}), ['code', 'token']), null],
    ['a nonce', () => checkNonce(sent({ nonce: 'n' }), ['id_token']), 'n'],
    ['a very long nonce', () => checkNonce(sent({ nonce: 'n'.repeat(1001) }), ['code']), 'invalid_request'],
    ['no nonce, and an id token', () => checkNonce(sent({}), ['id_token']), 'invalid_request'],
    ['no claims', () => checkClaims(sent({})), { userinfo: {}, id_token: {} }],
    [
      'claims, of which one is unknown',
      () =>
        checkClaims(
          sent({ claims: '{"userinfo":{"name":null,"shoe":null},"id_token":{"email":{"essential":true}}}' }),
        ),
      { userinfo: { name: {} }, id_token: { email: { essential: true } } },
    ],
    ['claims of a list', () => checkClaims(sent({ claims: '[]' })), 'invalid_request'],
    ['claims that are no JSON', () => checkClaims(sent({ claims: '{' })), 'invalid_request'],
    [
      'a wish that is none',
      () => checkClaims(sent({ claims: '{"userinfo":{"name":7}}' })),
      'invalid_request',
    ],
    ['claims without end', () => checkClaims(sent({ claims: ' '.repeat(9000) })), 'invalid_request'],
    [
      'contexts that are wished for',
      () => checkClaims(sent({ acr_values: '2 1' })),
      { userinfo: {}, id_token: { acr: { values: ['2', '1'] } } },
    ],
    [
      'the claim acr before acr_values',
      () =>
        checkClaims(sent({ acr_values: '2', claims: '{"id_token":{"acr":{"essential":true,"value":"1"}}}' })),
      { userinfo: {}, id_token: { acr: { essential: true, values: ['1'] } } },
    ],
  ])('%s', (_case, check, found) => {
    expect(outcome(check)).toEqual(found);
  });
});
