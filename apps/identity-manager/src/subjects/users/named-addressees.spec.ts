import type { Addressee } from './addressees.repository';
import { namedIn } from './named-addressees';

const user = (id: string, name: string): Addressee => ({
  id,
  name,
  email: `${id}@city.example`,
  image: 'default',
});

describe('Who is named in a list', () => {
  it.each([
    ['boss@city.example', ['boss']],
    ['BOSS@City.example', ['boss']],
    ['boss', ['boss']],
    ['Boss', ['boss', 'namesake']],
    ['other', ['by-name']],
  ])('by %s is not who has the address or the id of another for a username', (word, ids) => {
    const called = [
      user('boss', 'Boss'),
      user('namesake', 'Boss'),
      user('by-address', 'boss@city.example'),
      user('by-id', 'boss'),
      user('by-name', 'other'),
    ];
    const { found, unknown } = namedIn(word, called);
    expect([found.map(({ id }) => id), unknown]).toEqual([ids, []]);
  });
});
