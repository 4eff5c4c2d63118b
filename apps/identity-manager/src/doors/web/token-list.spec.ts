import type { Visit } from '../../pages/visit';
import type { TokenInUse } from '../../subjects/tokens/tokens-in-use.service';
import { tokenListOf, tokenRows, TOKENS_HEAD } from './token-list';

const asked = (address: string, scope = {}) => {
  const query = new URLSearchParams(address);
  return tokenListOf({ query: (name: string) => query.get(name) ?? '' } as Visit, scope).search;
};

describe('What is searched for in a list of tokens', () => {
  const nothing = {
    userId: undefined,
    text: '',
    grant: undefined,
    kind: undefined,
    neverExpires: undefined,
  };

  it.each<[string, object]>([
    ['', {}],
    ['q=parking', { text: 'parking' }],
    ['grant=password', { grant: 'password' }],
    ['grant=magic', {}],
    ['kind=jwt', { kind: 'jwt' }],
    ['kind=JWT', {}],
    ['expiry=never', { neverExpires: true }],
    ['expiry=ends', { neverExpires: false }],
    ['expiry=soon', {}],
    ['user=ana', { userId: 'ana' }],
  ])('with %j is %j', (address, search) => {
    expect(asked(address)).toEqual({ ...nothing, ...search });
  });

  it('is bounded by what the page is about, whatever the address says', () => {
    expect(asked('user=eve', { userId: 'ana', applicationId: 'parking' })).toEqual({
      ...nothing,
      userId: 'ana',
      applicationId: 'parking',
    });
  });
});

describe('Tokens as rows of a file', () => {
  it('say whose they are and when they end, and open nothing', async () => {
    const token = {
      owner: 'ana',
      userId: 'u',
      application: 'parking',
      grantType: 'password',
      kind: 'bearer',
      scope: null,
      createdAt: 0,
      expiresAt: 1000,
      tokenHash: 'secret',
    } as unknown as TokenInUse;
    async function* groups() {
      yield [token, { ...token, expiresAt: null }];
      yield [];
    }
    const rows = [];
    for await (const group of tokenRows(groups())) rows.push(...group);
    expect(rows).toEqual([
      [
        'ana',
        'u',
        'parking',
        'password',
        'bearer',
        null,
        '1970-01-01T00:00:00.000Z',
        '1970-01-01T00:00:01.000Z',
      ],
      ['ana', 'u', 'parking', 'password', 'bearer', null, '1970-01-01T00:00:00.000Z', ''],
    ]);
    expect(rows[0]).toHaveLength(TOKENS_HEAD.length);
  });
});
