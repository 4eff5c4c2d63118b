import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEndpoints } from './read-endpoints';

describe('the file of the endpoints', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'endpoints-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const read = (json: unknown, mode = 0o640) => {
    const file = join(folder, 'endpoints.json');
    writeFileSync(file, typeof json === 'string' ? json : JSON.stringify(json));
    chmodSync(file, mode);
    return readEndpoints(file);
  };

  it('names receivers, with credentials and certificates beside it', () => {
    writeFileSync(join(folder, 'ca.pem'), 'CA');
    const endpoints = read({
      erp: {
        url: 'https://erp.example:8443/in?x=1',
        basic: { user: 'u', password: 'p' },
        tls: { ca: 'ca.pem' },
      },
      city: {
        url: 'http://::1:80/',
        headers: { 'X-Key': 'k' },
        oauth2: { tokenUrl: 'http://idm/oauth2/token', clientId: 'i', clientSecret: 's' },
        tenants: ['City'],
      },
    });
    expect(endpoints.find('erp', 'any')).toEqual({
      name: 'erp',
      protocol: 'https:',
      host: 'erp.example',
      port: 8443,
      path: '/in?x=1',
      headers: [['Authorization', 'Basic dTpw']],
      tls: { ca: 'CA' },
    });
    expect(endpoints.find('city', 'city')).toMatchObject({
      headers: [['X-Key', 'k']],
      oauth2: { clientId: 'i' },
    });
    expect(endpoints.find('city', '')).toBeUndefined();
    expect(endpoints.find('__proto__', '')).toBeUndefined();
    expect(readEndpoints(undefined).all()).toEqual([]);
  });

  const url = 'http://h';
  it.each<[string, unknown]>([
    ['the file is no object', []],
    ["'a b' is no name", { 'a b': { url } }],
    ["erp: 'URL' is not known", { erp: { url, URL: url } }],
    ['erp: url is no text', { erp: {} }],
    ['erp: url is no http or https URL', { erp: { url: 'mqtt://h' } }],
    ['erp: url is no http or https URL', { erp: { url: 'http://u:p@h' } }],
    ['erp: a header that cannot be sent', { erp: { url, headers: { 'X-A': 'a\r\nX-B: b' } } }],
    ['erp: basic: password is no text', { erp: { url, basic: { user: 'u' } } }],
    ["erp: oauth2: 'secret' is not known", { erp: { url, oauth2: { secret: 's' } } }],
    [
      'erp: oauth2: tokenUrl is no http or https URL',
      { erp: { url, oauth2: { tokenUrl: 'file:///x', clientId: 'i', clientSecret: 's' } } },
    ],
    [
      'erp: one of a header Authorization, basic and oauth2',
      { erp: { url, headers: { authorization: 'x' }, basic: { user: 'u', password: 'p' } } },
    ],
    ['erp: tls: cert and key go together', { erp: { url, tls: { cert: 'c' } } }],
    ['erp: tenants is no list', { erp: { url, tenants: 'city' } }],
    ['ENOENT', { erp: { url, tls: { ca: 'nowhere.pem' } } }],
    ['-endpoints', '{'],
  ])('is refused with: %s', (problem, json) => {
    expect(() => read(json)).toThrow(problem);
  });

  it('is refused where everybody may read it', () => {
    expect(() => read({}, 0o644)).toThrow('everybody may read it');
  });
});
