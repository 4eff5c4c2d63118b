import { apiTokenOf } from './api-token';

describe('apiTokenOf', () => {
  it.each([
    [{ authorization: 'Bearer one', 'x-auth-token': 'two' }, 'one'],
    [{ authorization: 'bearer  one ', 'x-auth-token': 'two' }, 'one'],
    [{ authorization: 'Basic YTpi', 'x-auth-token': 'two' }, 'two'],
    [{ authorization: 'Bearer', 'x-auth-token': 'two' }, 'two'],
    [{ 'x-auth-token': 'two' }, 'two'],
    [{ authorization: 'Basic YTpi' }, 'Basic YTpi'],
    [{ authorization: '', 'x-auth-token': '' }, undefined],
  ])('reads %j', (headers, token) => {
    expect(apiTokenOf({ headers })).toBe(token);
  });
});
