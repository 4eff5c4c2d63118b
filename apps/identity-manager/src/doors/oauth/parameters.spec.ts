import type { Request } from 'express';
import { OAuthError } from './oauth-errors';
import { formDecoded, parseForm, parseParameters, parseQueryAndForm, required } from './parameters';

const FORM = 'application/x-www-form-urlencoded';

interface Sent {
  readonly method?: string;
  readonly type?: string;
  readonly query?: object;
  readonly body?: unknown;
}

const request = ({ method = 'POST', type = FORM, query = {}, body = {} }: Sent) =>
  ({ method, headers: { 'content-type': type }, query, body }) as unknown as Request;

/** What is told of a refusal. */
function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof OAuthError) return `${error.status} ${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

describe('parseParameters', () => {
  it.each<[string, unknown, readonly (readonly [string, string])[]]>([
    [
      'texts',
      { a: 'x', b: 'y' },
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
    ],
    ['one without a value, as if it were not there', { a: '', b: 'y' }, [['b', 'y']]],
    ['nothing', undefined, []],
    ['a text', 'a=x', []],
    ['null', null, []],
    [
      'names that every object has',
      JSON.parse('{"__proto__": "x", "constructor": "y"}'),
      [
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ],
    ],
  ])('takes %s', (_case, raw, pairs) => {
    expect([...parseParameters(raw)]).toEqual(pairs);
  });

  it.each<[string, object, string]>([
    ['one that comes twice', { code: ['a', 'b'] }, 'code'],
    ['an object', { code: { a: 'b' } }, 'code'],
    ['a number', { code: 7 }, 'code'],
    ['a name that would break the answer', { 'a"\r\nb': ['x', 'y'] }, 'a???b'],
    ['a long name, cut', { ['n'.repeat(80)]: ['x', 'y'] }, 'n'.repeat(50)],
  ])('refuses %s', (_case, raw, named) => {
    expect(refusal(() => parseParameters(raw))).toBe(`400 invalid_request: Repeated parameter: \`${named}\``);
  });
});

describe('parseForm', () => {
  it.each([FORM, `${FORM}; charset=UTF-8`, `${FORM.toUpperCase()} ;a=b`])(
    'takes a body of type %s',
    (type) => {
      expect([...parseForm(request({ type, body: { a: 'x' } }))]).toEqual([['a', 'x']]);
    },
  );

  it.each(['application/json', 'text/plain', '', 'multipart/form-data', `${FORM}x`])(
    'refuses a body of type %s',
    (type) => {
      expect(refusal(() => parseForm(request({ type, body: { a: 'x' } })))).toBe(
        `400 invalid_request: Invalid request: content must be ${FORM}`,
      );
    },
  );
});

describe('parseQueryAndForm', () => {
  it.each<[string, Sent, object]>([
    [
      'the query of a GET, whatever its body',
      { method: 'GET', query: { a: 'x' }, body: { b: 'y' } },
      { a: 'x' },
    ],
    ['query and form of a POST', { query: { a: 'x' }, body: { b: 'y' } }, { a: 'x', b: 'y' }],
    [
      'only the query where the body is no form',
      { type: 'application/json', query: { a: 'x' }, body: { b: 'y' } },
      { a: 'x' },
    ],
  ])('reads %s', (_case, sent, parameters) => {
    expect(Object.fromEntries(parseQueryAndForm(request(sent)))).toEqual(parameters);
  });

  it('refuses what stands in both', () => {
    const sent = { query: { token: 'x' }, body: { token: 'x' } };
    expect(refusal(() => parseQueryAndForm(request(sent)))).toContain('Repeated parameter: `token`');
  });
});

describe('required', () => {
  it('is what was sent', () => {
    expect(required(new Map([['code', 'x']]), 'code')).toBe('x');
    expect(refusal(() => required(new Map(), 'code'))).toBe('400 invalid_request: Missing parameter: `code`');
  });
});

describe('formDecoded', () => {
  it.each([
    ['a+b', 'a b'],
    ['a%3Ab', 'a:b'],
    ['%2B', '+'],
    ['%C3%B1', 'ñ'],
    ['plain', 'plain'],
    ['', ''],
    ['%zz', '%zz'],
    ['100%', '100%'],
    ['%C3', '%C3'],
  ])('%j is %j', (text, decoded) => {
    expect(formDecoded(text)).toBe(decoded);
  });
});
