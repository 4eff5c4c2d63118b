import { NgsiError, parseJson, renderJson } from '@smart-city/context';
import { parseRegistration, patchRegistration } from './parse-registration';
import { registrationToJson } from './render-registration';

const parse = (plain: unknown) => parseRegistration(parseJson(JSON.stringify(plain)));
const faultOf = (plain: unknown): string => {
  try {
    parse(plain);
  } catch (error) {
    if (error instanceof NgsiError) return `${error.status} ${error.message}`;
    throw error;
  }
  return 'none';
};
const provider = { http: { url: 'http://h:1/v2' } };
const dataProvided = { entities: [{ id: 'E', type: 'T' }], attrs: ['A'] };

describe('a registration', () => {
  it('may name no entities', () => {
    expect(parse({ dataProvided: { entities: [] }, provider }).entities).toEqual([]);
  });

  it('is read and shown with every member in order', () => {
    const input = parse({
      description: 'd',
      dataProvided: { entities: [{ idPattern: '.*', type: 'T' }, { id: 'E' }], attrs: [] },
      provider: { ...provider, legacyForwarding: true, supportedForwardingMode: 'query' },
      expires: '2040-01-01T14:00:00.00Z',
      status: 'inactive',
    });
    expect(renderJson(registrationToJson({ ...input, id: '0'.repeat(24), servicePath: '/' }))).toBe(
      `{"id":"${'0'.repeat(24)}","description":"d","expires":"2040-01-01T14:00:00.000Z",` +
        '"dataProvided":{"entities":[{"idPattern":".*","type":"T"},{"id":"E"}],"attrs":[]},' +
        '"provider":{"http":{"url":"http://h:1/v2"},"supportedForwardingMode":"query","legacyForwarding":true},"status":"inactive"}',
    );
  });

  it.each([
    [[], '400 not a JSON object'],
    [{}, '400 empty payload'],
    [{ description: 1 }, '400 invalid description'],
    [{ description: 'a;b' }, '400 forbidden characters in description'],
    [{ provider }, '400 the field /dataProvided/ is missing in payload'],
    [{ dataProvided: [] }, '400 /dataProvided/ must be a JSON object'],
    [{ dataProvided: {} }, '400 /dataProvided/ is empty'],
    [{ dataProvided }, '400 the field /provider/ is missing in payload'],
    [{ dataProvided, provider: [] }, '400 /provider/ must be a JSON object'],
    [{ dataProvided, provider: {} }, '400 /provider/ empty'],
    [{ dataProvided, provider: { x: 1 } }, '400 /provider/ must contain a field /http/'],
    [{ dataProvided, provider: { http: 1 } }, '400 /http/ must be a JSON object'],
    [{ dataProvided, provider: { http: {} } }, '400 /http/ must contain a field /url/'],
    [{ dataProvided, provider: { http: { url: 1 } } }, '400 /url/ field of /http/ must be a JSON string'],
    [
      { dataProvided, provider: { http: { url: '' } } },
      '400 /url/ field of /http/ cannot be the empty string',
    ],
    [{ dataProvided, provider: { http: { url: 'nope' } } }, '400 /url/ field of /http/ is invalid'],
    [{ dataProvided, provider: { http: { url: 'ftp://h' } } }, '400 /url/ field of /http/ is invalid'],
    [
      { dataProvided, provider: { ...provider, supportedForwardingMode: 1 } },
      '400 /supportedForwardingMode/ must be a JSON string',
    ],
    [
      { dataProvided, provider: { ...provider, supportedForwardingMode: 'x' } },
      '400 invalid value of /supportedForwardingMode/',
    ],
    [
      { dataProvided, provider: { ...provider, legacyForwarding: 'x' } },
      '400 the field /legacyForwarding/ must be a boolean',
    ],
    [
      { dataProvided, provider: { ...provider, legacyForwarding: null } },
      '400 the field /legacyForwarding/ must be a boolean',
    ],
    [{ dataProvided, provider, expires: 'soon' }, '400 the field /expires/ has an invalid format'],
    [{ dataProvided, provider, status: 1 }, '400 /status/ must be a string'],
    [{ dataProvided, provider, status: 'x' }, '400 invalid value for /status/'],
    [{ dataProvided: { entities: [{ idPattern: 'R.*' }] }, provider }, '501 Unsupported idPattern'],
    [
      { dataProvided: { entities: [{ id: 'E', typePattern: '.*' }] }, provider },
      '501 typePattern is not supported',
    ],
  ])('%j is refused: %s', (body, fault) => expect(faultOf(body)).toBe(fault));

  it.each(['http', 'https', 'mqtt', 'kafka'])('may name a provider with the scheme %s', (scheme) => {
    const body = { dataProvided: { entities: [{ id: 'E' }] }, provider: { http: { url: `${scheme}://h` } } };
    expect(faultOf(body)).toBe('none');
  });

  it('is patched member by member', () => {
    const before = {
      ...parse({ dataProvided, provider, description: 'd', expires: '2040-01-01' }),
      id: 'x',
      servicePath: '/',
    };
    const after = patchRegistration(before, parseJson('{"description":"","status":"inactive"}'));
    expect(after).toEqual({ ...before, description: undefined, status: 'inactive' });
    expect('description' in after).toBe(false);
    expect(patchRegistration(before, parseJson('{"expires":""}'))).not.toHaveProperty('expiresAtSeconds');
    expect(patchRegistration(before, parseJson('{"dataProvided":{"entities":[{"id":"F"}]}}'))).toMatchObject({
      entities: [{ id: 'F' }],
      attrs: [],
    });
    expect(() => patchRegistration(before, parseJson('{"provider":{}}'))).toThrow('/provider/ empty');
  });
});
