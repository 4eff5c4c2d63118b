import { askedAttributes } from './consents.service';

describe('What a consent can share', () => {
  const bare = { image: 'default', extra: null };
  const full = { image: 'a.png', extra: { identity_attributes: { locality: 'Madrid', country: '' } } };

  it('is what there is of the user', () => {
    expect(askedAttributes(bare, [])).toEqual(['username', 'email']);
    expect(askedAttributes(full, [])).toEqual(['username', 'email', 'identity_attributes', 'image']);
    const emptied = { ...full, extra: { identity_attributes: { locality: '' } } };
    expect(askedAttributes(emptied, ['openid'])).toEqual(['username', 'email', 'image']);
  });

  it('is what the scope asks for, where it names claims', () => {
    expect(askedAttributes(full, ['openid', 'email'])).toEqual(['email']);
    expect(askedAttributes(full, ['openid', 'profile'])).toEqual([
      'username',
      'identity_attributes',
      'image',
    ]);
    expect(askedAttributes(bare, ['profile', 'email', 'jwt'])).toEqual(['username', 'email']);
    expect(askedAttributes(bare, ['constructor'])).toEqual(['username', 'email']);
  });
});
