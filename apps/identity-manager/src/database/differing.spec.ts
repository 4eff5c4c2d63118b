import { differing } from './differing';
import { UserRow } from './entities/user.row';

describe('differing', () => {
  const user = Object.assign(new UserRow(), { id: '7', emailLower: 'a@b.c', extra: { a: 1 } });

  it('has the columns that differ, with their values and their names in the table', () => {
    const after = { ...user, emailLower: 'b@b.c', extra: { a: 2 } };
    expect(differing(UserRow, user, after)).toEqual({
      columns: { emailLower: 'b@b.c', extra: { a: 2 } },
      names: ['email_lower', 'extra'],
    });
  });

  it('is nothing for rows of the same content', () => {
    expect(differing(UserRow, user, { ...user, extra: { a: 1 } })).toBeUndefined();
  });

  it('writes what is cleared', () => {
    const before = { ...user, description: 'old' };
    expect(differing(UserRow, before, { ...before, description: null })?.columns).toEqual({
      description: null,
    });
  });
});
