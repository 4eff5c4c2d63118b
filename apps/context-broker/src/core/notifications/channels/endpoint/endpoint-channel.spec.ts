import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EndpointChannel } from '@smart-city/ngsiv2';
import { freePort } from '@smart-city/testing';
import { Endpoints, type Endpoint } from '../../../../receivers/endpoints';
import { channelContract, channelTools, compositionOf } from '../channel.contract';
import { EndpointChannelSender } from './endpoint-channel';

const at = (name: string, port: number, more: Partial<Endpoint> = {}): Endpoint => ({
  name,
  protocol: 'http:',
  host: '127.0.0.1',
  port,
  path: '/x?y=1',
  headers: [],
  ...more,
});
const opened = (endpoints: readonly Endpoint[]) =>
  new EndpointChannelSender({ ...channelTools(), endpoints: new Endpoints(endpoints) });

/** A server that answers with what `behave` says, status or body. */
async function listen(behave: (request: IncomingMessage, body: string) => number | object) {
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const answer = behave(request, Buffer.concat(chunks).toString());
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: (): Promise<void> => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const known: Endpoint[] = [];
channelContract(
  () => opened(known),
  async () => {
    const bodies: string[] = [];
    const server = await listen((_request, body) => bodies.push(body) && 200);
    known.push(at('there', server.port), at('nobody', await freePort()));
    return {
      plain: { endpoint: { name: 'there' } },
      custom: (payload) => ({ endpointCustom: { name: 'there', payload } }),
      nobody: { endpoint: { name: 'nobody' } },
      bodies,
      close: server.close,
    };
  },
);

describe('a named endpoint', () => {
  const closing: (() => Promise<void>)[] = [];
  const listening = async (...args: Parameters<typeof listen>) => {
    const server = await listen(...args);
    closing.push(server.close);
    return server;
  };
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
  const sendTo = (channel: EndpointChannelSender, name: string, more: object = {}) =>
    channel.send({
      ...channel.compile({
        kind: 'endpoint',
        name,
        url: `endpoint:${name}`,
        body: { kind: 'default' },
      } satisfies EndpointChannel)(compositionOf('{}')),
      ...more,
    });

  it('gets what the operator keeps for it, in the place of what the notification says', async () => {
    const requests: IncomingMessage[] = [];
    const { port } = await listening((request) => requests.push(request) && 204);
    const headers = [
      ['Authorization', 'Basic eDp5'],
      ['user-agent', 'city'],
    ] as const;
    const channel = opened([at('erp', port, { headers })]);
    const outgoing = channel.withHeaders(
      channel.compile({ kind: 'endpoint', name: 'erp', url: 'endpoint:erp', body: { kind: 'default' } })(
        compositionOf('{}'),
      ),
      [['traceparent', 't']],
    );
    expect(JSON.stringify(outgoing)).not.toContain('eDp5');
    expect(await channel.send(outgoing)).toEqual({ kind: 'answered', code: 204 });
    expect([requests[0]!.method, requests[0]!.url]).toEqual(['POST', '/x?y=1']);
    expect(requests[0]!.headers).toMatchObject({
      authorization: 'Basic eDp5',
      'user-agent': 'city',
      traceparent: 't',
      'fiware-correlator': 'c; cbnotif=1',
    });
    await channel.close();
  });

  it('is not there for tenants that are not named, nor when it is gone', async () => {
    const channel = opened([at('erp', 9, { tenants: new Set(['city']) })]);
    for (const name of ['erp', 'gone'])
      expect(await sendTo(channel, name)).toEqual({ kind: 'failed', reason: `unknown endpoint ${name}` });
    expect(await sendTo(channel, 'erp', { tenant: 'city' })).toMatchObject({
      reason: 'Could not connect to server',
    });
  });

  describe('with client credentials', () => {
    let fetched: { authorization?: string | undefined; body: string }[];
    let valid: string;
    let life: number | undefined;
    let answer: () => number | object;
    let received: (string | undefined)[];
    let channel: EndpointChannelSender;
    beforeEach(async () => {
      fetched = [];
      received = [];
      life = 3600;
      answer = () => ({
        access_token: (valid = `t${fetched.length}`),
        token_type: 'bearer',
        expires_in: life,
      });
      const tokens = await listening(({ headers: { authorization } }, body) => {
        fetched.push({ authorization, body });
        return answer();
      });
      const { port } = await listening(({ headers: { authorization } }) => {
        received.push(authorization);
        return authorization === `Bearer ${valid}` ? 200 : 401;
      });
      const oauth2 = {
        tokenUrl: `http://127.0.0.1:${tokens.port}/oauth2/token`,
        clientId: 'id',
        clientSecret: 's:t',
        scope: 'a b',
      };
      channel = opened([at('erp', port, { oauth2 })]);
      closing.push(() => channel.close());
    });

    it('is shown a token, fetched once for however many wait for it', async () => {
      const results = await Promise.all(Array.from({ length: 20 }, () => sendTo(channel, 'erp')));
      expect(results.map((result) => result.kind === 'answered' && result.code)).toEqual(Array(20).fill(200));
      await sendTo(channel, 'erp');
      expect(fetched).toEqual([
        {
          authorization: `Basic ${Buffer.from('id:s%3At').toString('base64')}`,
          body: 'grant_type=client_credentials&scope=a+b',
        },
      ]);
    });

    it('is shown another one where it does not take the first, once', async () => {
      await sendTo(channel, 'erp');
      valid = 'revoked';
      expect(await sendTo(channel, 'erp')).toEqual({ kind: 'answered', code: 200 });
      expect([fetched.length, received]).toEqual([2, ['Bearer t1', 'Bearer t1', 'Bearer t2']]);
      answer = () => ({ access_token: 'worthless', expires_in: 60 });
      valid = 'revoked';
      expect(await sendTo(channel, 'erp')).toEqual({ kind: 'answered', code: 401 });
      expect([fetched.length, received.length]).toEqual([3, 5]);
    });

    it('is shown a new one before the old one ends', async () => {
      life = 0.2;
      await sendTo(channel, 'erp');
      await new Promise((resolve) => setTimeout(resolve, 180));
      life = 3600;
      expect(await sendTo(channel, 'erp')).toEqual({ kind: 'answered', code: 200 });
      expect(received).toEqual(['Bearer t1', 'Bearer t2']);
    });

    it.each<[string, () => number | object, string]>([
      ['refused', () => 401, '401'],
      ['answered with no token', () => ({ token: 'x' }), 'an answer without access_token'],
      ['answered with a line break', () => ({ access_token: 'a\r\nX: y' }), 'an answer without access_token'],
      ['answered without end', () => ({ access_token: 'x'.repeat(70_000) }), 'an answer that is too large'],
    ])(
      'is not called where the token is %s; the attempt fails with the reason',
      async (_what, behave, reason) => {
        answer = behave;
        const results = [await sendTo(channel, 'erp'), await sendTo(channel, 'erp')];
        for (const result of results)
          expect(result).toMatchObject({
            kind: 'failed',
            reason: expect.stringMatching(/^no access token from 127/) as string,
          });
        expect(results[0]).toMatchObject({ reason: expect.stringContaining(reason) as string });
        // A source that fails is left in peace for a moment.
        expect([fetched.length, received]).toEqual([1, []]);
      },
    );
  });
});
