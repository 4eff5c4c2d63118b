import fc from 'fast-check';
import { parseBasic } from './credentials';

const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('parseBasic', () => {
  it('gives back any pair whose id has no colon', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[:\0]/.test(text));
    const secret = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(id, secret, (id, secret) => {
        expect(parseBasic(header(`${id}:${secret}`))).toEqual({ id, secret });
      }),
    );
  });

  it('keeps colons of the secret and an empty secret', () => {
    expect(parseBasic(header('a:b:c'))).toEqual({ id: 'a', secret: 'b:c' });
    expect(parseBasic(header('a:'))).toEqual({ id: 'a', secret: '' });
  });

  it.each([
    'Basic',
    'Basic ',
    'Basic !!!!',
    header('nocolon'),
    header(':secret'),
    'Bearer YTpi',
    header('a\0:b'),
  ])('refuses %j', (text) => {
    expect(parseBasic(text)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseBasic(text)));
  });
});
