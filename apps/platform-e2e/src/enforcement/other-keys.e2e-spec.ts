import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@smart-city/testing';
import { Broker, enforcing } from '../support/broker';
import { Identity } from '../support/identity';

/** The issuer changes its keys: new ones count within seconds, and what the old ones would sign is worth nothing. */
interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: object;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function newKey(kid: string): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' } };
}

function jwt({ kid, privateKey }: Key, applicationId: string): string {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const text = `${part({ alg: 'ES256', kid, typ: 'at+jwt' })}.${part({ sub: 'alice', aud: applicationId, exp })}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

describe('a published key set', () => {
  let published: readonly Key[] = [];
  let server: Server;
  let broker: Broker;
  const application = { id: 'an-application', secret: '', jwtSecret: '' };
  beforeAll(async () => {
    server = createServer((_, response) =>
      response.end(JSON.stringify({ keys: published.map(({ jwk }) => jwk) })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const flags = ['-authzLevel', 'authentication', '-authzJwksUrl', `${url}/jwks`];
    broker = await Broker.start(enforcing(url, application, flags));
  });
  afterAll(async () => {
    await broker?.dispose();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('with a new key serves the new key within seconds; a key of the same name that was never published is none', async () => {
    const [first, second] = [newKey('k1'), newKey('k2')];
    const statusOf = async (key: Key) =>
      (await broker.as(jwt(key, application.id))('GET', '/v2/entities')).status;
    published = [first];
    expect(await statusOf(first)).toBe(200);
    expect(await statusOf(newKey('k1'))).toBe(401);
    published = [second];
    // The set is asked for again after 5 s at the earliest.
    const token = jwt(second, application.id);
    await eventually(
      async () => (await broker.as(token)('GET', '/v2/entities')).status === 200,
      undefined,
      100,
    );
    expect(await statusOf(newKey('k3'))).toBe(401);
  });
});

it('an identity manager restarted with another encryption key does not start on the old data, so nothing opens', async () => {
  const identity = await Identity.start();
  try {
    await identity.createApplication();
    await identity.stop();
    await expect(identity.restart({ IDM_ENCRYPTION_KEY: 'quite another key' })).rejects.toThrow(/key/i);
  } finally {
    await identity.dispose();
  }
});
