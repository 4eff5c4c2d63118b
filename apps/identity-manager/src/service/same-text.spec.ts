import { sameText } from './same-text';

describe('sameText', () => {
  it('is true for equal texts only', () => {
    expect(sameText('123456', '123456')).toBe(true);
    for (const other of ['123457', '12345', '1234567', '']) expect(sameText('123456', other)).toBe(false);
  });

  it('takes texts of as many characters and more bytes', () => {
    expect(sameText('123456', '12345é')).toBe(false);
  });
});
