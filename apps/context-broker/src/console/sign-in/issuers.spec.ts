import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrokerOptions } from '../../cli/options';
import { IdentityLogin } from './identity-login';
import { PendingSignIns } from './pending-sign-in';

const ISSUER = 'https://idm.city.example';
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An identity manager that gives a token for any code, with the id token that it is told to. */
interface Told {
  metadata: string;
  claims: object;
}

describe('A sign-in to the console', () => {
  const { pending } = new PendingSignIns().begin('');
  const told: Told = { metadata: '', claims: {} };
  let exchanged: string[];
  let server: Server;
  let login: IdentityLogin;
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      if (request.url === '/.well-known/openid-configuration') return void response.end(told.metadata);
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        exchanged.push(String(new URLSearchParams(body).get('code')));
        const id_token = `${encoded({ alg: 'none' })}.${encoded({ nonce: pending.nonce, aud: 'app', ...told.claims })}.`;
        response.end(JSON.stringify({ access_token: 't', id_token }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const authzUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    login = new IdentityLogin({
      authzUrl,
      authzApplicationId: 'app',
      authzTimeoutMs: 5_000,
    } as BrokerOptions);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => (exchanged = []));

  const metadata = JSON.stringify({ issuer: ISSUER, authorization_response_iss_parameter_supported: true });
  const attempt = (issuer: string | null) =>
    login.session({ code: 'c', issuer }, pending, 'http://b/admin/console/return');

  it.each([ISSUER, `${ISSUER}/idm/applications/app`])('is taken from %s', async (issuer) => {
    Object.assign(told, { metadata, claims: { iss: issuer } });
    expect((await attempt(issuer)).token).toBe('t');
  });

  it.each([
    'https://evil.example',
    `${ISSUER}.evil.example`,
    `${ISSUER}/`,
    `${ISSUER}/idm/applications/other`,
    '',
    null,
  ])('is not taken from %j, which never sees its code used', async (issuer) => {
    Object.assign(told, { metadata, claims: { iss: ISSUER } });
    await expect(attempt(issuer)).rejects.toMatchObject({ key: 'fault.signInOther' });
    expect(exchanged).toEqual([]);
  });

  it.each([{ iss: 'https://evil.example' }, {}, { iss: [ISSUER] }, { iss: ISSUER, aud: 'other' }])(
    'is not taken with an id token of %j',
    async (claims) => {
      Object.assign(told, { metadata, claims });
      await expect(attempt(ISSUER)).rejects.toMatchObject({ key: 'fault.signInOther' });
    },
  );

  it.each(['<html></html>', '{}', '[]', 'null', '{"issuer":""}'])(
    'is taken from an identity manager that does not say who it is, as Keyrock: %j',
    async (page) => {
      Object.assign(told, { metadata: page, claims: { iss: 'whoever' } });
      expect((await attempt(null)).token).toBe('t');
    },
  );
});
