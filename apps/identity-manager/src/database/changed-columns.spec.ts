import { changedColumns } from './changed-columns';
import { UserRow } from './entities/user.row';

describe('changedColumns', () => {
  const user = Object.assign(new UserRow(), { id: '7', emailLower: 'a@b.c', extra: { a: 1 } });

  it('names columns that differ', () => {
    expect(changedColumns(UserRow, user, { ...user, extra: { a: 1 } })).toEqual([]);
    expect(changedColumns(UserRow, user, { ...user, emailLower: 'b@b.c', extra: { a: 2 } })).toEqual([
      'email_lower',
      'extra',
    ]);
  });
});
