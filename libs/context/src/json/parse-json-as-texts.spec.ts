import { NgsiError } from '../errors';
import { parseJson } from './parse-json';
import { fromJsonValue } from '@smart-city/ngsi-testing';

const parseJsonAsTexts = (text: string) => parseJson(text, { asTexts: true });

describe('parseJson, every scalar a text', () => {
  it('keeps the characters of every scalar, at any depth', () => {
    const text = '{"a":1.50,"b":[true,null,-1e3],"c":{"d":"x: 1, \\"y\\"","e":12345678901234567890}}';
    expect(fromJsonValue(parseJsonAsTexts(text))).toEqual({
      a: '1.50',
      b: ['true', 'null', '-1e3'],
      c: { d: 'x: 1, "y"', e: '12345678901234567890' },
    });
  });

  it.each(['{', '{a:1}', 'tru', '[1,]'])('refuses %s, which quotes would mend', (text) => {
    expect(() => parseJsonAsTexts(text)).toThrow(NgsiError);
  });
});
