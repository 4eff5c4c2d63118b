import { entityArbitrary } from '@smart-city/ngsi-testing';
import type { Attribute, AttributeMap } from '@smart-city/context';
import fc from 'fast-check';
import { decodeAttributes } from './entity-document';
import { encodeAttributes } from './entity-writes';

const attribute = (value: Attribute['value']): Attribute => ({
  type: 'T',
  value,
  metadata: new Map([['constructor', { type: 'M', value: null }]]),
  creDate: 1.5,
  modDate: 1e9 + 0.001,
});

const written = (attrs: AttributeMap) => decodeAttributes(encodeAttributes(attrs));

describe('the stored form of attributes', () => {
  it('gives back what was written, in the same order', () => {
    fc.assert(
      fc.property(entityArbitrary(), ({ attrs }) => {
        expect([...written(attrs)]).toEqual([...attrs]);
      }),
    );
  });

  it('keeps numbers to the last bit', () => {
    const numbers = [0.1234567890123, 1e-300, 123456789012345680000, 0.30000000000000004, 0, -2];
    expect(written(new Map([['a', attribute(numbers)]])).get('a')?.value).toEqual(numbers);
  });

  it.each(['__proto__', 'constructor', '1', 'toString', 'a.b', '$inc', '"'])(
    'keeps %j as a name of attributes, metadata and keys',
    (name) => {
      const attrs = new Map([
        ['2', attribute(null)],
        [name, attribute(new Map([[name, new Map([[name, 'x']])]]))],
      ]);
      expect([...written(attrs)]).toEqual([...attrs]);
    },
  );
});
