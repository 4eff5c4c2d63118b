import fc from 'fast-check';
import { grantLists, tokenTypeList, withOpenId } from './grant-types';

const names = ['client_credentials', 'password', 'authorization_code', 'implicit', 'hybrid', 'refresh_token'];

describe('Grant types', () => {
  it('come back in fixed order, response types following', () => {
    expect(grantLists(['refresh_token', 'implicit', 'password', 'unknown'], false)).toEqual({
      grantType: 'password,implicit,refresh_token',
      responseType: 'token',
    });
  });

  it('are all when none is named', () => {
    expect(grantLists(undefined, false)).toEqual({
      grantType: 'client_credentials,password,implicit,authorization_code,hybrid,refresh_token',
      responseType: 'code,token,none',
    });
  });

  it.each([['password'], [[]], [['magic']], [{}], [1], [[['password']]]])('are refused as %j', (wanted) => {
    expect(grantLists(wanted, false)).toBeUndefined();
  });

  it('include the code flow with OpenID Connect', () => {
    expect(grantLists(['password'], true)).toEqual({
      grantType: 'password,authorization_code',
      responseType: 'code,id_token',
    });
    expect(withOpenId('implicit')).toEqual({
      grantType: 'authorization_code,implicit',
      responseType: 'code,token,id_token',
    });
  });

  it('stay as they are when sent again', () => {
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1 }), fc.boolean(), (wanted, openId) => {
        const once = grantLists(wanted, openId);
        expect(grantLists(once?.grantType.split(','), openId)).toEqual(once);
      }),
    );
  });
});

describe('Token types', () => {
  it('end with bearer', () => {
    expect(tokenTypeList(['permanent', 'jwt', 'jwt'])).toBe('jwt,permanent,bearer');
    expect(tokenTypeList([])).toBe('bearer');
  });

  it.each([[['bearer']], ['jwt'], [null], [[1]]])('are refused as %j', (wanted) => {
    expect(tokenTypeList(wanted)).toBeUndefined();
  });
});
