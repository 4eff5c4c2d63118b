import { memberOf } from './member-of';

describe('A member of a body', () => {
  it('counts only when it is the body’s own', () => {
    expect(memberOf({ a: 1 }, 'a')).toBe(1);
    expect(memberOf({}, 'constructor')).toBeUndefined();
    expect(memberOf([], 'length')).toBeUndefined();
    expect(memberOf(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1);
    expect(memberOf('text', 'length')).toBeUndefined();
    expect(memberOf(null, 'a')).toBeUndefined();
  });
});
