import fc from 'fast-check';
import { ApiError } from '../../http/api-errors';
import {
  flagMember,
  listMember,
  memberOf,
  nonEmptyText,
  objectMember,
  orPresent,
  patchedLongText,
  patchedText,
  requiredText,
  textMember,
  wrappedBody,
} from './body';

const messageOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.message}` : String(error);
  }
  return 'nothing thrown';
};

describe('Members of request bodies', () => {
  it('count only when they are the body’s own', () => {
    expect(memberOf({}, 'constructor')).toBeUndefined();
    expect(memberOf([], 'length')).toBeUndefined();
    expect(memberOf(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1);
    expect(memberOf('text', 'length')).toBeUndefined();
  });

  it('must be wrapped in an object', () => {
    expect(wrappedBody({ user: { a: 1 } }, 'user')).toEqual({ a: 1 });
    for (const body of [undefined, null, {}, { user: null }, { user: [] }, { user: 'x' }])
      expect(messageOf(() => wrappedBody(body, 'user'))).toBe('400 Missing parameter user in body request');
  });

  it('texts have a length and no control characters', () => {
    expect(textMember({ a: 'x' }, 'a')).toBe('x');
    expect(textMember({ a: null }, 'a')).toBeNull();
    expect(textMember({}, 'a')).toBeUndefined();
    expect(messageOf(() => textMember({ a: 1 }, 'a'))).toBe('400 a attribute must be a string');
    expect(messageOf(() => textMember({ a: 'xx' }, 'a', { max: 1 }))).toBe(
      '400 a attribute must have at most 1 characters',
    );
    expect(messageOf(() => textMember({ a: 'x\ny' }, 'a'))).toBe('400 a attribute has invalid characters');
    expect(textMember({ a: 'x\ny' }, 'a', { form: 'text' })).toBe('x\ny');
    expect(messageOf(() => textMember({ a: 'x\0' }, 'a', { form: 'text' }))).toBe(
      '400 a attribute has invalid characters',
    );
  });

  it('say when they are missing or empty', () => {
    expect(messageOf(() => requiredText({ a: '' }, 'a', 'no a'))).toBe('400 no a');
    expect(messageOf(() => nonEmptyText({ a: '' }, 'a'))).toBe('400 Cannot set empty a');
    expect(nonEmptyText({}, 'a')).toBeUndefined();
  });

  it('in a PATCH, empty texts say nothing and null clears', () => {
    expect(patchedText({ a: '' }, 'a')).toBeUndefined();
    expect(patchedText({ a: null }, 'a')).toBeNull();
    expect(patchedLongText({ a: 'x\ny' }, 'a')).toBe('x\ny');
    expect(messageOf(() => patchedText({ a: 1 }, 'a'))).toBe('400 a attribute must be a string');
    expect([orPresent(undefined, 'there'), orPresent(null, 'there')]).toEqual(['there', null]);
  });

  it('objects may come as JSON text', () => {
    expect(objectMember({ a: '{"b":1}' }, 'a')).toEqual({ b: 1 });
    expect(objectMember({ a: '' }, 'a')).toBeUndefined();
    for (const a of ['x', '[]', '1', `{"b":"${'x'.repeat(20_000)}"}`])
      expect(messageOf(() => objectMember({ a }, 'a'))).toBe('400 a attribute must be an object');
  });

  it('lists become comma-joined', () => {
    expect(listMember({ a: ['x', 'y'] }, 'a', 10)).toBe('x,y');
    expect(listMember({ a: 'x' }, 'a', 10)).toBe('x');
    expect(listMember({ a: [] }, 'a', 10)).toBeNull();
    expect(messageOf(() => listMember({ a: ['x', 1] }, 'a', 10))).toBe('400 a attribute must be a string');
  });

  it('flags are true or false, objects are not too large', () => {
    expect(flagMember({ a: false }, 'a')).toBe(false);
    expect(messageOf(() => flagMember({ a: 1 }, 'a'))).toBe('400 a attribute must be a boolean');
    expect(objectMember({ a: { b: 1 } }, 'a')).toEqual({ b: 1 });
    const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    expect(objectMember({ a: nested(50) }, 'a')).toEqual(nested(50));
    for (const depth of [51, 5000, 20_000])
      expect(messageOf(() => objectMember({ a: nested(depth) }, 'a'))).toBe(
        '400 a attribute is nested too deeply',
      );
    expect(messageOf(() => objectMember({ a: { b: 'x'.repeat(20_000) } }, 'a'))).toBe(
      '400 a attribute is too large',
    );
  });

  it('never end in anything but a value or a 400, whatever JSON comes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (body, name) => {
        for (const read of [wrappedBody, memberOf])
          expect(messageOf(() => read(body, name))).toMatch(/^(400 |nothing thrown)/);
        if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
        for (const read of [textMember, flagMember, objectMember, nonEmptyText])
          expect(messageOf(() => read(body, name))).toMatch(/^(400 |nothing thrown)/);
      }),
    );
  });
});
