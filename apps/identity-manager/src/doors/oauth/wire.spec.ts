import fc from 'fast-check';
import type { Request, Response } from 'express';
import { ScopeRefused } from '../../subjects/tokens/scope-refused';
import { OAuthError } from './oauth-errors';
import {
  formDecoded,
  parseBasic,
  parseBearer,
  parseForm,
  parseParameters,
  parseQueryAndForm,
  parseScope,
  required,
  sendOAuthJson,
} from './wire';

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

const basicOf = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('parseBasic', () => {
  it('gives back any pair whose id has no colon', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[:\0]/.test(text));
    const secret = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(id, secret, (id, secret) => {
        expect(parseBasic(basicOf(`${id}:${secret}`))).toEqual({ id, secret });
      }),
    );
  });

  it('keeps colons of the secret and an empty secret', () => {
    expect(parseBasic(basicOf('a:b:c'))).toEqual({ id: 'a', secret: 'b:c' });
    expect(parseBasic(basicOf('a:'))).toEqual({ id: 'a', secret: '' });
  });

  it.each([
    'Basic',
    'Basic ',
    'Basic !!!!',
    basicOf('nocolon'),
    basicOf(':secret'),
    'Bearer YTpi',
    basicOf('a\0:b'),
  ])('refuses %j', (text) => {
    expect(parseBasic(text)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseBasic(text)));
  });
});

describe('parseBearer', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    ['Bearer', undefined],
    ['Bearer a b', undefined],
    ['Basic YTpi', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, token) => {
    expect(parseBearer(header)).toBe(token);
  });
});

describe('parseScope', () => {
  it('splits at commas and white space and keeps unknown words', () => {
    expect(parseScope('jwt,permanent all_info  jwt')).toEqual(['jwt', 'permanent', 'all_info']);
    expect(parseScope(undefined)).toEqual([]);
    expect(parseScope(' , ')).toEqual([]);
  });

  it.each(['a"b', 'a\\b', 'ä', 'a\u0000b'])('refuses the characters of %j', (text) => {
    expect(() => parseScope(text)).toThrow(new ScopeRefused('malformed'));
  });
});

describe('The answer of an OAuth endpoint', () => {
  it('is never kept by anybody on the way, and has its length in bytes', () => {
    const sent: unknown[] = [];
    const response = {
      writeHead: (...head: unknown[]) => sent.push(...head),
      end: (text: string) => sent.push(text),
    };
    sendOAuthJson(response as unknown as Response, { name: 'ñ' });
    expect(sent).toEqual([
      200,
      {
        'Content-Type': 'application/json;charset=UTF-8',
        'Cache-Control': 'no-store',
        Pragma: 'no-cache',
        'Content-Length': 13,
      },
      '{"name":"ñ"}',
    ]);
  });
});
