import { toJsonValue } from '@smart-city/ngsi-testing';
import { type JsonObject, renderJson } from '@smart-city/context';
import {
  compileJsonTemplate,
  compileTemplate,
  decodePercent,
  fillJsonTemplate,
  renderTemplate,
  TemplateError,
} from './template';

const context = toJsonValue({ A: 1, S: 'x"y', L: [1, 'a'], N: null }) as JsonObject;
const limits = { maxSize: 1000 };
const text = (source: string, ifNull = 'null') =>
  renderTemplate(compileTemplate(source), context, ifNull, limits);
const json = (plain: unknown) =>
  renderJson(fillJsonTemplate(compileJsonTemplate(toJsonValue(plain)), context, limits));

describe('a text template', () => {
  it.each([
    ['plain', 'plain'],
    ['${A}', '1'],
    ['X:${A}:${S}:${L}:Y', 'X:1:x"y:[1,"a"]:Y'],
    ['${A}${A}', '11'],
    ['${missing}', 'null'],
    ['${N}', 'null'],
    ['${A|patata}', 'null'],
    ['a } b', 'a } b'],
    ['$A {A}', '$A {A}'],
    ['${{x:1}}', 'null}'],
  ])('%s is %s', (source, expected) => expect(text(source)).toBe(expected));

  it('uses the stand-in of its place for null', () => expect(text('a${missing}b', '')).toBe('ab'));
  it('refuses a macro that is not closed', () => expect(() => text('X ${A')).toThrow(TemplateError));
  it('refuses what grows beyond the limit', () => {
    expect(() => text('${S}'.repeat(400))).toThrow(/too large/);
    expect(() => text("${S|replaceStr('x','" + 'z'.repeat(999) + "')}")).toThrow(/too large/);
  });
});

describe('a JSON template', () => {
  it('keeps the type of a string that is one macro and makes other strings of the rest', () => {
    expect(json({ a: '${A}', b: 'X:${A}', c: ['${L}', '${missing}', 'X:${missing}:Y'], d: true })).toBe(
      '{"a":1,"b":"X:1","c":[[1,"a"],null,"X:null:Y"],"d":true}',
    );
  });
  it('lets one macro hold an object literal', () => expect(json('${{x:A}}')).toBe('{"x":1}'));
  it('leaves a string with an open macro as it is', () => expect(json('X ${A')).toBe('"X ${A"'));
  it('does not fill in keys', () => expect(json({ '${A}': 1 })).toBe('{"${A}":1}'));
});

describe('percent decoding', () => {
  it.each([
    ['a%20b', 'a b'],
    ['100%', '100%'],
    ['%zz%41', '%zzA'],
    ['%C3%A9', 'é'],
    ['é', 'é'],
    ['%7B %22a%22 %7D', '{ "a" }'],
  ])('%s is %s', (source, expected) => expect(decodePercent(source)).toBe(expected));
});
