import { Invalid } from '../../faults/faults';
import { Line } from '../../validation/members';
import { BodyPipe } from './body.pipe';
import { faultText } from './fault-texts';

class Sample {
  @Line({ needed: 'always' }) name!: string;
}

const pipe = new BodyPipe();
const read = (sent: unknown) => pipe.transform(sent, { type: 'body', data: 'role', metatype: Sample });

describe('A body with its content wrapped', () => {
  it('becomes the DTO of the handler', () => {
    const input = read({ name: 'guard', more: 1 });
    expect(input).toBeInstanceOf(Sample);
    expect(input).toEqual({ name: 'guard' });
  });

  it.each([undefined, null, [], 'x', 1])('is missing as %j', (sent) => {
    expect(() => read(sent)).toThrow(new Invalid('role', 'missing'));
  });

  it('is refused with the first thing that is wrong, in Keyrock’s words', () => {
    const textOf = (sent: unknown) => {
      try {
        return String(read(sent));
      } catch (error) {
        return error instanceof Invalid ? faultText(error) : error;
      }
    };
    expect(textOf(undefined)).toBe('Missing parameter role in body request');
    expect(textOf({})).toBe('Missing parameter name in body request or empty name');
    expect(textOf({ name: 1 })).toBe('name attribute must be a string');
    expect(textOf({ name: 'x'.repeat(256) })).toBe('name attribute must have at most 255 characters');
    expect(textOf({ name: '\0' })).toBe('name attribute has invalid characters');
  });

  it('leaves other parameters alone', () => {
    expect(pipe.transform('x', { type: 'custom', data: 'role', metatype: Sample })).toBe('x');
    expect(pipe.transform({ a: 1 }, { type: 'body', metatype: Object })).toEqual({ a: 1 });
  });
});
