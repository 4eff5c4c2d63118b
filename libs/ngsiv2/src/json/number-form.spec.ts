import fc from 'fast-check';
import {
  applyOperator,
  type Attribute,
  type Entity,
  parseJson,
  parseOperator,
  renderJson,
  showNumbersAs,
} from '@smart-city/context';
import { renderAttributeValue } from '../render/render-attribute-value';
import { renderEntity } from '../render/render-entity';

const double = fc.double({ noNaN: true, noDefaultInfinity: true });
const attributeOf = (value: number): Attribute => ({
  type: 'Number',
  value,
  metadata: new Map([['m', { type: 'Number', value }]]),
  creDate: 1,
  modDate: 1,
});
const entityOf = (value: number): Entity => ({
  id: 'E',
  type: 'T',
  servicePath: '/',
  attrs: new Map([['a', attributeOf(value)]]),
  creDate: 1,
  modDate: 1,
});

describe('numbers that are shown exactly', () => {
  beforeAll(() => showNumbersAs('exact'));
  afterAll(() => showNumbersAs('orion'));

  it.each([
    [0.1, '0.1'],
    [1e-300, '1e-300'],
    [1.0000000000000002, '1.0000000000000002'],
    [0.30000000000000004, '0.30000000000000004'],
    [-1e-10, '-1e-10'],
    [1.5e300, '1.5e+300'],
    [2 ** 62, '4611686018427387904'],
    [-0, '0'],
    [5e-324, '5e-324'],
  ])('are %d as %s', (value, text) => {
    expect(renderJson(value)).toBe(text);
  });

  it('read back as what they were, wherever they are', () => {
    fc.assert(
      fc.property(double, (sent) => {
        const value = sent === 0 ? 0 : sent;
        expect(parseJson(renderJson(value))).toBe(value);
        const nested = renderJson([new Map([['k', [value]]])]);
        expect(JSON.parse(nested)).toEqual([{ k: [value] }]);
        expect(JSON.parse(renderEntity(entityOf(value)))).toMatchObject({
          a: { value, metadata: { m: { value } } },
        });
        expect(Number(renderAttributeValue(attributeOf(value), ['text/plain']).body)).toBe(value);
      }),
    );
  });

  it('have a text that is the shortest there is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?[1-9]\.[0-9]{0,13}[1-9]e-?[1-9]$/), (text) => {
        expect(renderJson(Number(text)).replace(/[-.e+]|\b0+/g, '').length).toBeLessThanOrEqual(
          Number(text) % 1 === 0 ? 25 : 17,
        );
      }),
    );
  });

  it.each([
    ['$inc', 0.1, 0.2, 0.3],
    ['$mul', 0.1, 3, 0.3],
    ['$inc', 1, 2, 3],
    ['$mul', 1e-12, 3, 0],
    ['$mul', 2 ** 62, 8, 2 ** 65],
  ])('are rounded as Orion shows them when %s made them of %d and %d', (name, stored, operand, expected) => {
    const operator = parseOperator(new Map([[name, operand]]))!;
    expect(applyOperator(operator, stored, { field: 'f', documentId: '{}' })).toEqual({ value: expected });
  });
});

describe('numbers that are shown as Orion does', () => {
  it('keep what operators made of them', () => {
    const operator = parseOperator(new Map([['$inc', 0.2]]))!;
    const outcome = applyOperator(operator, 0.1, { field: 'f', documentId: '{}' });
    expect(outcome).toEqual({ value: 0.1 + 0.2 });
    expect('value' in outcome && renderJson(outcome.value)).toBe('0.3');
  });
});
