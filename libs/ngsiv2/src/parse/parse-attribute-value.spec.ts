import { type NgsiError, parseJson, renderJson } from '@smart-city/context';
import { parseAttributeValueJson, parseAttributeValueText } from './parse-attribute-value';

const faultOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as NgsiError).message;
  }
  return 'none';
};

describe('parseAttributeValueText (docs/behaviour/context-broker.md, "Values")', () => {
  it.each([
    ['"abc"', 'abc'],
    ['""', ''],
    ['"', ''],
    ['0x10', 16],
    ['-0X1f', -31],
    ['"a\\n"', 'a\\n'],
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
    ['FALSE', false],
    ['null', null],
    ['Null', null],
    ['NULL', null],
    ['23', 23],
    ['-1.5e3', -1500],
    ['+.5', 0.5],
    ['5.', 5],
    ['-0', 0],
    [' 12 ', 12],
  ])('reads %s', (text, value) => {
    expect(parseAttributeValueText(text)).toBe(value);
  });

  it.each([
    ['"abc', 'Missing citation-mark at end of string'],
    ['"abc"\n', 'Missing citation-mark at end of string'],
    ['abc', 'attribute value type not recognized'],
    ['tRUE', 'attribute value type not recognized'],
    ['1e999', 'attribute value type not recognized'],
    ['12x', 'attribute value type not recognized'],
    ['', 'attribute value type not recognized'],
    ['{"a":1}', 'attribute value type not recognized'],
    ['"a"b"', 'Invalid characters in attribute value'],
    ['"a;b"', 'Invalid characters in attribute value'],
  ])('refuses %j: %s', (text, fault) => {
    expect(faultOf(() => parseAttributeValueText(text))).toBe(fault);
  });
});

describe('parseAttributeValueJson', () => {
  it.each(['{"a":[1,"x"]}', '[]', '{}'])('takes %s', (text) => {
    expect(renderJson(parseAttributeValueJson(parseJson(text)))).toBe(text);
  });

  it.each([
    ['"x"', 'Neither JSON Object nor JSON Array for attribute::value'],
    ['1', 'Neither JSON Object nor JSON Array for attribute::value'],
    ['null', 'Neither JSON Object nor JSON Array for attribute::value'],
    ['["<"]', 'Invalid characters in attribute value'],
    ['{"a":1,"a":2}', 'duplicated tag-name: /a/ in path: /'],
    [
      `${'['.repeat(53)}${']'.repeat(53)}`,
      'attribute or metadata value has overpassed maximum nesting limit: 50',
    ],
  ])('refuses %s: %s', (text, fault) => {
    expect(faultOf(() => parseAttributeValueJson(parseJson(text)))).toBe(fault);
  });
});
