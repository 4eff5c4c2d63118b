import { createHmac } from 'node:crypto';
import { Broker, enforcing } from '../support/broker';
import { Identity, type Application } from '../support/identity';

/** Clocks of broker and issuer differ: JWTs are believed within `-authzClockSkew`, and no further. */
const SKEW_SECONDS = 60;

let identity: Identity;
let application: Application;
let broker: Broker;

beforeAll(async () => {
  identity = await Identity.shared();
  application = await identity.createApplication();
  const flags = ['-authzLevel', 'authentication', '-authzJwtSecret', application.jwtSecret];
  broker = await Broker.start(
    enforcing(identity.url, application, [...flags, '-authzClockSkew', String(SKEW_SECONDS)]),
  );
});
afterAll(async () => {
  await broker?.dispose();
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** As an issuer whose clock is off would make it; times in seconds from now. */
function jwt(times: { readonly iat?: number; readonly nbf?: number; readonly exp: number }): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = Object.fromEntries(Object.entries(times).map(([name, seconds]) => [name, now + seconds]));
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ id: 'alice', app_id: application.id, ...claims })}`;
  return `${text}.${createHmac('sha256', application.jwtSecret).update(text).digest('base64url')}`;
}

it.each([
  ['that ended a little ago', { exp: -30 }, 200],
  ['that ended long ago', { exp: -90 }, 401],
  ['that begins in a moment', { nbf: 30, exp: 600 }, 200],
  ['that begins much later', { nbf: 90, exp: 600 }, 401],
  ['issued a little in the future', { iat: 30, exp: 600 }, 200],
  ['issued far in the future', { iat: 90, exp: 600 }, 401],
] as const)('a JWT %s', async (_, times, status) => {
  expect((await broker.as(jwt(times))('GET', '/v2/entities')).status).toBe(status);
});
