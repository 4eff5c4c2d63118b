import { loadOptions } from '../../../cli/options';
import type { GrantedScope } from '../../../subjects/tokens/grant';
import type { GrantResult } from './grant-handler';
import { renderTokens } from './token.controller';

const scope = (more: Partial<GrantedScope> = {}): GrantedScope => ({
  kind: 'bearer',
  permanent: false,
  openid: false,
  words: [],
  ...more,
});

const given = (more: Partial<GrantResult> = {}): GrantResult => ({
  accessToken: 'a',
  scope: scope(),
  expiresInSeconds: 3600,
  refreshToken: undefined,
  format: 'keyrock',
  ...more,
});

const { oauth } = loadOptions({ IDM_DATA_DIR: '/nowhere' });
const render = (tokens: GrantResult, asked?: string, more: Partial<typeof oauth> = {}) =>
  renderTokens(tokens, asked, { ...oauth, ...more });

describe('The answer to a token request', () => {
  const array = { tokenScope: 'array' } as const;
  const rfc = { tokenScope: 'rfc' } as const;
  const openid = scope({ openid: true, words: ['openid'] });

  it.each<[string, Partial<GrantResult>, object]>([
    ['an opaque token', {}, { token_type: 'bearer', expires_in: 3600 }],
    [
      'a refresh token',
      { refreshToken: 'r' },
      { token_type: 'bearer', expires_in: 3600, refresh_token: 'r' },
    ],
    ['an id token', { idToken: 'i' }, { token_type: 'bearer', expires_in: 3600, id_token: 'i' }],
    [
      'a permanent token',
      { scope: scope({ permanent: true, words: ['permanent'] }), expiresInSeconds: undefined },
      { token_type: 'bearer' },
    ],
    [
      'a JSON Web Token, whose end is in it',
      { scope: scope({ kind: 'jwt' }) },
      { token_type: oauth.jwtTokenType },
    ],
  ])('has %s', (_case, more, members) => {
    const { scope: _scope, ...rest } = render(given(more)) as Record<string, unknown>;
    expect(rest).toEqual({ access_token: 'a', ...members });
  });

  it.each<[string, Partial<GrantResult>, string | undefined, object, unknown]>([
    ['as a list, as Keyrock does', {}, undefined, array, ['bearer']],
    ['as a list of what was granted', { scope: openid }, 'openid', array, ['openid']],
    ['not at all when it is what was asked', { scope: openid }, 'openid', rfc, undefined],
    ['not at all when none was asked', {}, undefined, rfc, undefined],
    ['as a text when it is less than what was asked', { scope: openid }, 'openid permanent', rfc, 'openid'],
    [
      'as a text when it is less than what a code was asked for',
      { scope: openid, askedScope: ['openid', 'permanent'] },
      undefined,
      rfc,
      'openid',
    ],
  ])('says the scope %s', (_case, more, asked, settings, said) => {
    expect((render(given(more), asked, settings) as { scope?: unknown }).scope).toEqual(said);
  });
});
