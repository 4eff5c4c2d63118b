import { connect } from 'node:net';
import supertest from 'supertest';
import { BROKER_GROUPS } from './corpus/broker-requests';
import { EXTENDED_QUERIES } from './corpus/extended-queries';
import { COSTS } from './corpus/costs';
import { AGGREGATIONS } from './corpus/aggregations';
import { ENTITY_PERMISSIONS, STREAMS } from './corpus/streams-and-grants';
import { EXTREMES } from './corpus/extremes';
import { FILTERED_CHANGES } from './corpus/filtered-changes';
import type { HostileGroup, HostileRequest } from './corpus/hostile-request';
import { LARGE_BODIES } from './corpus/large-bodies';
import { IDENTITY_GROUPS } from './corpus/identity-requests';
import { Broker, enforcing } from '../support/broker';
import { Identity, login } from '../support/identity';
import { sendHostile, type HostileAnswer } from './send-hostile';

const GROUPS = [
  ...BROKER_GROUPS,
  EXTENDED_QUERIES,
  FILTERED_CHANGES,
  AGGREGATIONS,
  STREAMS,
  ...EXTREMES,
  LARGE_BODIES,
  ...COSTS,
  ...IDENTITY_GROUPS,
  ENTITY_PERMISSIONS,
];
const AT_ONCE = 8;

/** What tells how a service is made: traces of its stack, texts of its databases, its files. */
const TELLTALE =
  /\bat \S+ \(|node_modules|SQLITE_|SqliteError|QueryFailedError|CREATE TABLE|root:x:0|\/dist\/apps\//;

/** Hostile requests, more than 2,500 of them, as data; after each kind a good client is served as before. */
describe('the hostile corpus', () => {
  let identity: Identity;
  let broker: Broker;
  let guarded: Broker;
  const values: Record<string, string> = {};
  beforeAll(async () => {
    identity = await Identity.start();
    const application = await identity.createApplication();
    broker = await Broker.start(['-logLevel', 'ERROR', '-notifAttempts', '5', '-notifDeadLetters', '5']);
    guarded = await Broker.start(enforcing(identity.url, application, ['-logLevel', 'ERROR']));
    const user = await identity.createUser(application, [
      { action: 'GET', resource: '^/v2/', is_regex: true },
    ]);
    const client = Buffer.from(`${application.id}:${application.secret}`).toString('base64');
    const ask = async (path: string, fields: Record<string, string>) =>
      (
        (await supertest(identity.url)
          .post(path)
          .set('Authorization', `Basic ${client}`)
          .type('form')
          .send(fields)) as { body: { access_token: string; refresh_token: string } }
      ).body;
    const grant = { grant_type: 'password', username: user.email, password: 'passw0rd' };
    const [good, used, revoked] = [
      await ask('/oauth2/token', grant),
      await ask('/oauth2/token', grant),
      await ask('/oauth2/token', grant),
    ];
    await ask('/oauth2/token', { grant_type: 'refresh_token', refresh_token: used.refresh_token });
    await ask('/oauth2/revoke', { token: revoked.access_token, token_type_hint: 'access_token' });
    Object.assign(values, {
      application: application.id,
      client,
      token: good.access_token,
      usedRefresh: used.refresh_token,
      revokedToken: revoked.access_token,
      adminToken: await identity.adminLogin(),
      user: user.id,
      userToken: await login(identity.url, { name: user.email, password: 'passw0rd' }),
    });
  });
  afterAll(async () => {
    await guarded?.dispose();
    await broker?.dispose();
    await identity?.dispose();
  });

  const urlOf = (to: HostileGroup['to']) =>
    to === 'broker' ? broker.url : to === 'guarded broker' ? guarded.url : identity.url;

  it('has as many different requests as the documents say', () => {
    const all = GROUPS.flatMap(({ to, requests }) =>
      requests.map((request) => JSON.stringify([to, request])),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(2_500);
  });

  it.each(GROUPS.map((group) => [`${group.name} (${group.to})`, group] as const))(
    '%s',
    async (_name, group) => {
      const faults: string[] = [];
      const waiting = [...group.requests];
      const work = async () => {
        for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) {
          const answer = await sendHostile(urlOf(group.to), request, values);
          faults.push(...faultsOf(request, answer));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      expect(faults).toEqual([]);
      expect(await goodClients()).toEqual([200, 200, 200]);
    },
  );

  it('streams that nobody reads are ended, and others go on', async () => {
    const tenant = { 'Fiware-Service': 'unread' };
    const { hostname, port } = new URL(broker.url);
    const deaf = connect(Number(port), hostname).pause();
    deaf.write(
      `GET /v2/entities HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/event-stream\r\nFiware-Service: unread\r\n\r\n`,
    );
    const reader = (
      await fetch(`${broker.url}/v2/entities?attrs=none`, {
        headers: { ...tenant, Accept: 'text/event-stream' },
      })
    ).body!.getReader();
    const ended = async () => {
      const metrics = (await supertest(broker.url).get('/metrics')).text;
      return Number(/^broker_streams_ended_total\{[^}]*slow[^}]*\} (\d+)/m.exec(metrics)?.[1] ?? 0);
    };
    const large = { id: 'E', type: 'T', a: 'x'.repeat(400_000) };
    // What the operating system takes for the client comes first.
    for (let sent = 0; sent < 200 && (await ended()) === 0; sent++)
      await supertest(broker.url)
        .post('/v2/op/update?options=keyValues')
        .set(tenant)
        .send({ actionType: 'append', entities: [{ ...large, n: sent }] })
        .expect(204);
    expect(await ended()).toBe(1);
    expect(new TextDecoder().decode((await reader.read()).value as Uint8Array)).toMatch(/^retry: /);
    deaf.destroy();
    await reader.cancel();
  });

  /** A list from the open broker, one from the guarded one, and the identity manager's word on a good token. */
  const goodClients = async () => [
    (await supertest(broker.url).get('/v2/entities').set('Fiware-Service', 'good')).status,
    (await supertest(guarded.url).get('/v2/entities').set('X-Auth-Token', values['token']!)).status,
    (await supertest(identity.url).get('/user').query({ access_token: values['token'] })).status,
  ];
});

function faultsOf(
  request: HostileRequest,
  { statuses, head, text, isSilent }: HostileAnswer,
): readonly string[] {
  const shown = JSON.stringify(request).slice(0, 300);
  const [status, ...more] = statuses;
  const says = (what: string) => `${what}: ${shown} answered ${JSON.stringify(text.slice(0, 300))}`;
  const isRefused = status === undefined || (status >= 400 && status < 500) || status === 501;
  const location = /^location: (.*)$/im.exec(head)?.[1];
  return [
    ...(isSilent ? [says('neither answered nor closed')] : []),
    ...(statuses.some((code) => code >= 500 && code !== 501) ? [says('a fault of the server')] : []),
    ...(request.outcome === 'refused' && !isRefused ? [says('not refused')] : []),
    ...(more.length > 0 ? [says('two answers')] : []),
    ...(/^x-injected:/im.test(head) ? [says('a header of its own')] : []),
    ...(location !== undefined && /evil|^(?:javascript|data):|^\/\/|^\/?\\/i.test(location.split('?', 1)[0]!)
      ? [says('sent elsewhere')]
      : []),
    ...(TELLTALE.test(text) ? [says('tells how it is made')] : []),
  ];
}
