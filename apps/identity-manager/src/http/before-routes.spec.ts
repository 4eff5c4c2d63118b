import type { Request, Response } from 'express';
import { loadOptions } from '../cli/options';
import { applyCors } from './cors';
import { forceHttps } from './force-https';
import { noFacts } from './route-facts';
import { securityHeaders } from './security-headers';

/** What was answered, as far as it was. */
interface Answer {
  status?: number;
  redirect?: string;
  body?: unknown;
  ended: boolean;
  readonly headers: Record<string, string>;
}

function answer(): { readonly answer: Answer; readonly response: Response } {
  const given: Answer = { ended: false, headers: {} };
  const response = {
    setHeader: (name: string, value: string) => (given.headers[name] = value),
    vary: (name: string) => (given.headers['Vary'] = name),
    redirect: (status: number, target: string) =>
      Object.assign(given, { status, redirect: target, ended: true }),
    status: (status: number) => Object.assign(response, { _: (given.status = status) }),
    type: () => response,
    send: (body: unknown) => Object.assign(given, { body, ended: true }),
    end: () => (given.ended = true),
  };
  return { answer: given, response: response as unknown as Response };
}

const asked = (more: object): Request =>
  ({
    method: 'GET',
    path: '/user',
    originalUrl: '/user?a=b',
    hostname: 'idm.example',
    secure: false,
    headers: {},
    ...more,
  }) as unknown as Request;

describe('A request by plain http, where https is on', () => {
  const routes = (plainHttp = false) => ({ factsOf: () => ({ ...noFacts, plainHttp }) });

  it.each<[string, object, number | undefined, string | undefined, string]>([
    ['on its host', {}, 443, undefined, 'https://idm.example/user?a=b'],
    ['on its host with the port', {}, 8443, undefined, 'https://idm.example:8443/user?a=b'],
    [
      'at the public address, whatever it called us',
      { hostname: 'evil.example' },
      8443,
      'https://idm.city',
      'https://idm.city/user?a=b',
    ],
    [
      'on its host when the public address is http',
      {},
      undefined,
      'http://idm.city',
      'https://idm.example/user?a=b',
    ],
    [
      'at the root when its target is an address',
      { originalUrl: 'http://evil.example/x' },
      443,
      undefined,
      'https://idm.example/',
    ],
    ['also for its head', { method: 'HEAD' }, 443, undefined, 'https://idm.example/user?a=b'],
  ])('goes on %s', (_case, more, port, publicUrl, target) => {
    const { answer: given, response } = answer();
    expect(forceHttps(routes(), asked(more), response, port, publicUrl)).toBe(true);
    expect(given).toMatchObject({ status: 301, redirect: target, headers: { 'Cache-Control': 'no-store' } });
  });

  it.each<[string, object]>([
    ['would send a body again', { method: 'POST' }],
    ['names no host', { hostname: undefined }],
  ])('is refused when it %s', (_case, more) => {
    const { answer: given, response } = answer();
    expect(forceHttps(routes(), asked(more), response, 443, undefined)).toBe(true);
    expect(given).toMatchObject({ status: 403, body: 'SSL Required.' });
  });

  it('is answered when it came by https after all, or its route says so', () => {
    const { answer: given, response } = answer();
    expect(forceHttps(routes(), asked({ secure: true }), response, 443, undefined)).toBe(false);
    expect(forceHttps(routes(true), asked({}), response, 443, undefined)).toBe(false);
    expect(given).toEqual({ ended: false, headers: {} });
  });
});

describe('A request of another origin', () => {
  const routes = (openToOrigins = true) => ({ factsOf: () => ({ ...noFacts, openToOrigins }) });
  const from = (origin: string | undefined, more: object = {}) =>
    asked({
      headers: origin === undefined ? {} : { origin, 'access-control-request-method': 'POST' },
      ...more,
    });

  it.each<[string, readonly string[], string | undefined, string | undefined]>([
    ['is let in where all are', ['*'], 'https://a.example', '*'],
    ['is let in by name', ['https://a.example'], 'https://a.example', 'https://a.example'],
    ['is not let in by another name', ['https://a.example'], 'https://a.example.evil', undefined],
    ['is not let in as nobody', ['https://a.example'], 'null', undefined],
    ['is none without an origin', ['*'], undefined, undefined],
    ['is not let in where nobody is', [], 'https://a.example', undefined],
  ])('%s', (_case, origins, origin, allowed) => {
    const { answer: given, response } = answer();
    expect(applyCors(routes(), from(origin), response, { enabled: true, origins })).toBe(false);
    expect(given.headers['Access-Control-Allow-Origin']).toBe(allowed);
    // Answers that depend on who asks say so to caches.
    expect(given.headers['Vary']).toBe(allowed !== undefined && allowed !== '*' ? 'Origin' : undefined);
    expect(given.headers).not.toHaveProperty('Access-Control-Allow-Credentials');
  });

  it('is answered when it only asks whether it may', () => {
    const { answer: given, response } = answer();
    const preflight = from('https://a.example', { method: 'OPTIONS' });
    expect(applyCors(routes(), preflight, response, { enabled: true, origins: ['*'] })).toBe(true);
    expect(given).toMatchObject({ status: 204, ended: true });
    expect(given.headers['Access-Control-Allow-Headers']).toContain('X-Auth-Token');
  });

  it('is not let at a route that is not open to it', () => {
    const { answer: given, response } = answer();
    const preflight = from('https://a.example', { method: 'OPTIONS' });
    expect(applyCors(routes(false), preflight, response, { enabled: true, origins: ['*'] })).toBe(false);
    expect(given.headers).toEqual({});
  });
});

describe('Every answer', () => {
  const { httpsMaxAgeSeconds } = loadOptions({ IDM_DATA_DIR: '/nowhere' });

  it.each([true, false])('says how browsers are to treat it, by https: %s', (isHttps) => {
    const headers = securityHeaders(isHttps, { httpsMaxAgeSeconds });
    expect(headers).toMatchObject({
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
    });
    expect(Object.hasOwn(headers, 'Strict-Transport-Security')).toBe(isHttps);
  });
});
