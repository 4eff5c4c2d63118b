import { request } from 'node:http';
import { RawConnection } from '@smart-city/testing';
import { Broker, enforcing } from '../support/broker';
import { Identity, type Application, type User } from '../support/identity';

/** A good client is answered within this time, whatever others do: generous, for machines that run other tests as well. */
const BOUND_MS = 15_000;
/** Another address of this machine, where it has one: who is good comes from elsewhere than who is not. */
const ELSEWHERE = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {};

const HALF_OPEN = 150;
const LOGINS = 60;
const HEAVY_QUERIES = 6;

const EVERYTHING = ['GET', 'POST'].map((action) => ({ action, resource: '^/v2/', is_regex: true }));
const heavy = {
  entities: Array.from({ length: 100 }, (_, n) => ({ idPattern: `^(.?a){90}.*b{3}.*(ab?){${50 + n}}$` })),
};

/** The guarded pair under three floods at once; everything is counted, nothing is measured. */
describe('under a flood', () => {
  let identity: Identity;
  let broker: Broker;
  let application: Application;
  let user: User;
  let token: string;
  beforeAll(async () => {
    identity = await Identity.start({ IDM_REQUEST_TIMEOUT: '5', IDM_PASSWORD_HASH_MEMORY: '19456' });
    application = await identity.createApplication();
    user = await identity.createUser(application, EVERYTHING);
    token = await identity.token(application, user);
    broker = await Broker.start(
      enforcing(identity.url, application, [
        // Of whoever is good only the bound is asked: how fast sixty logins are refused is a matter of the machine.
        '-authzTimeout',
        String(BOUND_MS),
        '-reqMaxTime',
        '5',
        '-queryTimeout',
        '3000',
        '-logLevel',
        'ERROR',
      ]),
    );
    const entities = Array.from({ length: 1_000 }, (_, n) => ({ id: `${'ab'.repeat(100)}${n}`, type: 'T' }));
    const filled = await broker.as(token, 'heavy')('POST', '/v2/op/update', {
      actionType: 'append',
      entities,
    });
    expect(filled.status).toBe(204);
    expect((await broker.as(token, 'good')('POST', '/v2/entities', { id: 'E', type: 'T' })).status).toBe(201);
  });
  afterAll(async () => {
    await broker?.dispose();
    await identity?.dispose();
  });

  /** From elsewhere, within the bound. @throws Error when there is no answer */
  const ask = (url: string, headers: Record<string, string>, body?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const options = {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        ...ELSEWHERE,
        agent: false as const,
        signal: AbortSignal.timeout(BOUND_MS),
      };
      const outgoing = request(url, options, (answer) =>
        answer.resume().on('end', () => resolve(answer.statusCode!)),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  it('of half-open requests, parallel logins and heavy queries, a good client is served', async () => {
    const head = (path: string, type: string) =>
      `POST ${path} HTTP/1.1\r\nHost: h\r\nX-Auth-Token: ${token}\r\nContent-Type: ${type}\r\nContent-Length: 99\r\n\r\n`;
    const held = [broker.url, identity.url].flatMap((url) =>
      Array.from({ length: HALF_OPEN }, () =>
        RawConnection.open(url).send(
          url === broker.url
            ? head('/v2/op/query', 'application/json')
            : head('/oauth2/token', 'application/x-www-form-urlencoded'),
        ),
      ),
    );
    const logins = Array.from({ length: LOGINS }, (_, n) =>
      identity
        .asClient(application, '/oauth2/token', {
          grant_type: 'password',
          username: `nobody${n}@test.com`,
          password: 'wrong',
        })
        .then(({ status }) => status),
    );
    const queries = Array.from({ length: HEAVY_QUERIES }, () =>
      broker.as(token, 'heavy')('POST', '/v2/op/query', heavy),
    );

    const list = { 'X-Auth-Token': token, 'Fiware-Service': 'good' };
    for (let turn = 0; turn < 10; turn++) expect(await ask(`${broker.url}/v2/entities`, list)).toBe(200);
    expect(await ask(`${identity.url}/user?access_token=${token}`, {})).toBe(200);
    const basic = Buffer.from(`${application.id}:${application.secret}`).toString('base64');
    const login = new URLSearchParams({ grant_type: 'password', username: user.email, password: 'passw0rd' });
    const form = { Authorization: `Basic ${basic}`, 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await ask(`${identity.url}/oauth2/token`, form, login.toString())).toBe(200);

    // Each of the others comes to its end: refused, ended, or closed.
    for (const status of await Promise.all(logins)) expect([400, 401, 429, 503]).toContain(status);
    for (const { status } of await Promise.all(queries)) expect([200, 504]).toContain(status);
    // A broker that waits in vain for a decision refuses the head of a request, before its body is awaited.
    for (const connection of held)
      expect(await connection.untilClosed()).toMatch(/^(?:HTTP\/1\.1 (?:408|503) |$)/);
    expect(await ask(`${broker.url}/v2/entities`, list)).toBe(200);
  });
});
