import { membersOfTypes, placeOfScopes, scopesOf, typesOf } from './scopes';

it.each([[[]], [['/a']], [['/a/b', '/c']], [['/Ä']], [['/a', '/Ä']]] as const)(
  'keeps the scopes %j',
  (scopes) => {
    expect(scopesOf(placeOfScopes(scopes))).toEqual(scopes);
  },
);

it('puts an entity where its first scope says, if that is a service path', () => {
  expect(placeOfScopes(['/a/b'])).toEqual({ servicePath: '/a/b' });
  expect(placeOfScopes([])).toEqual({ servicePath: '/' });
  expect(placeOfScopes(['/Ä']).servicePath).toBe('/');
  expect(placeOfScopes(['/a'.repeat(11)]).servicePath).toBe('/');
});

it('shows no scope of an entity that NGSIv2 wrote without path, or a very old Orion', () => {
  expect(scopesOf({ servicePath: '/' })).toEqual([]);
  expect(scopesOf({ servicePath: '' })).toEqual([]);
});

it('keeps the type first that NGSIv2 knows', () => {
  expect(membersOfTypes(['A', 'B'], 'B')).toEqual({ type: 'B', furtherTypes: ['A'] });
  expect(membersOfTypes(['A', 'B'], 'C')).toEqual({ type: 'A', furtherTypes: ['B'] });
  expect(membersOfTypes(['A'], undefined)).toEqual({ type: 'A' });
  expect(typesOf({ type: 'A', furtherTypes: ['B'] })).toEqual(['A', 'B']);
});
