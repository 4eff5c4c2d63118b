import { badRequest, NgsiError, parseJson } from '@smart-city/context';
import { parseEntity } from '@smart-city/ngsiv2';
import { Answer, errorAnswer } from '../http/answer';
import { NO_FACTS, type BadInputTold } from '../http/route-facts';
import { badInputDetail, type FaultyRequest } from './bad-input';

const told = (badInput: BadInputTold) => ({ handle: () => undefined, facts: { ...NO_FACTS, badInput } });

const faultOf = (run: () => unknown): NgsiError => {
  try {
    run();
  } catch (error) {
    if (error instanceof NgsiError) return error;
    throw error;
  }
  throw new Error('no fault');
};
const detail = (fault: NgsiError, request: Partial<FaultyRequest> = {}) =>
  badInputDetail(
    { fault, faultDetail: undefined, hasPayloadFault: true, operation: undefined, ...request },
    errorAnswer(fault),
  );

describe('what the alarm of a bad request says (docs/behaviour/context-broker.md, "The alarm of bad requests")', () => {
  it.each([
    ['', 'The document is empty'],
    ['{', 'Missing a name for object member'],
    ['{"a"}', 'Missing a colon after a name of object member'],
    ['{"a":}', 'Invalid value'],
    ['{"a":1', 'Missing a comma or } after an object member'],
    ['[1 2]', 'Missing a comma or ] after an array element'],
    ['["a', 'Missing a closing quotation mark in string'],
    ['["\\x"]', 'Invalid escape character in string'],
    ['[1.]', 'Miss fraction part in number'],
    ['1 2', 'The document root must not be followed by other values'],
  ])('of %s, which is not JSON: %s', (text, reason) => {
    expect(detail(faultOf(() => parseJson(text)))).toBe(`JSON Parse Error (${reason})`);
  });

  it.each([
    ['{"id":"a b"}', 'Invalid characters in entity id (a b)'],
    ['{"id":"E","type":"a<"}', 'Invalid characters in entity type (a<)'],
    ['{"id":"E","a b":{}}', 'found a forbidden character in the name of an attribute (a b)'],
    ['{"id":"E","a":{"type":"a b"}}', 'found a forbidden character in the type of an attribute (a b)'],
    ['{"id":"E","a":{"value":"x;"}}', 'found a forbidden character in the value of an attribute (x;)'],
    [
      '{"id":"E","a":{"metadata":{"m":{"value":"x;"}}}}',
      'found a forbidden character in the value of a Metadata (x;)',
    ],
    [
      '{"id":"E","a":{"type":"DateTime","value":"soon"}}',
      'JSON Parse Error in ContextAttribute::Object (date has invalid format in attribute value: soon)',
    ],
    [
      '{"id":"E","a":{"metadata":{"m":{"type":"DateTime","value":"soon"}}}}',
      'date has invalid format in metadata value (soon)',
    ],
    ['{}', 'JSON Parse Error (entity id length: 0, min length supported: 1)'],
  ])('of the payload %s: %s', (text, expected) => {
    expect(detail(faultOf(() => parseEntity(parseJson(text))))).toBe(expected);
  });

  it('is the description for a request without payload, and for one attribute', () => {
    expect(detail(badRequest('empty q'), { hasPayloadFault: false })).toBe('empty q');
    expect(detail(badRequest('x'), { hasPayloadFault: false, operation: told('asPayload') })).toBe(
      'JSON Parse Error (x)',
    );
    expect(detail(badRequest('bad'), { operation: told('asItIs') })).toBe('bad');
  });

  it('is the whole body where no length was given', () => {
    const fault = new NgsiError('ContentLengthRequired', 'x');
    expect(detail(fault)).toBe('{"error":"ContentLengthRequired","description":"x"}');
  });

  it('is what a check of the request says', () => {
    expect(detail(badRequest('x'), { faultDetail: "service '/a' not found" })).toBe("service '/a' not found");
  });

  it.each(['', 'no JSON', '[]', '{"error":"incorrect level"}'])(
    'repeats an answer that is no named fault: %j',
    (text) => {
      const request = {
        fault: undefined,
        faultDetail: undefined,
        hasPayloadFault: false,
        operation: undefined,
      };
      expect(badInputDetail(request, new Answer(400, text))).toBe(text);
    },
  );
});
