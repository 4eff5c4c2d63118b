import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, writeSelfSignedCertificate } from '@smart-city/testing';
import { ReceiverPolicy } from '@smart-city/receivers';
import type { OutgoingHttp } from './http-notification';
import { HttpSender } from './http-sender';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

const listening = async <T extends Server>(server: T): Promise<T> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};
const portOf = (server: Server) => (server.address() as AddressInfo).port;

function outgoing(port: number, more: Partial<OutgoingHttp> = {}): OutgoingHttp {
  return {
    kind: 'http',
    id: '',
    tenant: '',
    service: '',
    subscriptionId: 's',
    servicePath: '/',
    correlator: 'c',
    body: 'ü',
    attrsFormat: 'normalized',
    acceptedAtMs: 0,
    method: 'POST',
    protocol: 'http:',
    host: '127.0.0.1',
    port,
    path: '/x',
    headers: [
      ['B', '1'],
      ['a', 'ü'],
      ['Content-Length', '2'],
    ],
    timeoutMs: 20_000,
    ...more,
  };
}

const open = (insecure = false) =>
  new HttpSender({
    timeoutMs: 20_000,
    insecure,
    receivers: new ReceiverPolicy([], []),
    redirects: 'none',
    connectionsPerTarget: 2,
  });

describe('the HTTP sender', () => {
  let sender: HttpSender;
  beforeEach(() => {
    sender = open();
  });
  afterEach(() => sender.close());

  describe('over plain connections', () => {
    let server: Server;
    let sockets: Socket[];
    let received: string;
    /** What becomes of a request: number of the connection, number of the request on it. */
    let answer: (socket: Socket, connection: number, request: number) => void;
    beforeEach(async () => {
      sockets = [];
      received = '';
      answer = (socket) => socket.write(OK);
      server = await listening(
        createServer((socket) => {
          const connection = sockets.push(socket);
          let requests = 0;
          socket.on('error', () => undefined);
          socket.on('data', (bytes) => {
            received += bytes.toString('latin1');
            answer(socket, connection, ++requests);
          });
        }),
      );
    });
    afterEach(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    });

    it('writes the request as it is given, and uses the connection again', async () => {
      const one = outgoing(portOf(server));
      expect(await sender.send(one)).toEqual({ kind: 'answered', code: 200 });
      expect(received).toBe('POST /x HTTP/1.1\r\nB: 1\r\na: ü\r\nContent-Length: 2\r\n\r\n\u00c3\u00bc');
      await sender.send(one);
      expect(sockets).toHaveLength(1);
    });

    it('sends again, over a new connection, what a kept one was closed on, and not more than once', async () => {
      const one = outgoing(portOf(server));
      await Promise.all([sender.send(one), sender.send(one)]);
      answer = (socket, connection) => (connection <= 2 ? socket.destroy() : socket.write(OK));
      expect(await sender.send(one)).toEqual({ kind: 'answered', code: 200 });
      expect(sockets).toHaveLength(3);
      answer = (socket) => socket.destroy();
      expect(await sender.send(one)).toMatchObject({ kind: 'failed' });
    });

    it('does not use a connection again that says more than it was asked', async () => {
      answer = (socket) => socket.write(OK + OK);
      const one = outgoing(portOf(server));
      await sender.send(one);
      await sender.send(one);
      expect(sockets).toHaveLength(2);
      await eventually(() => sockets[0]!.closed);
    });

    it('keeps no more connections than it may', async () => {
      const one = outgoing(portOf(server));
      await Promise.all([1, 2, 3, 4].map(() => sender.send(one)));
      await eventually(() => sockets.filter(({ closed }) => !closed).length === 2);
    });

    it.each<[string, Partial<OutgoingHttp>]>([
      ['a header with a line break', { headers: [['A', 'x\r\nB: y']] }],
      ['a method that is two', { method: 'GET / HTTP/1.1\r\n\r\nPOST' }],
      ['a path with a blank', { path: '/x HTTP/1.1' }],
    ])('does not send %s', async (_what, more) => {
      expect(await sender.send(outgoing(portOf(server), more))).toMatchObject({ kind: 'failed' });
      expect(sockets).toEqual([]);
    });

    it('gives up in time, though bytes keep coming', async () => {
      answer = (socket) => {
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
        socket.write('HTTP/1.1 200 OK\r\nX: ');
      };
      expect(await sender.send(outgoing(portOf(server), { timeoutMs: 200 }))).toEqual({
        kind: 'failed',
        reason: 'Timeout was reached',
      });
    });
  });

  it('verifies certificates unless it is told not to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cert-'));
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    expect(writeSelfSignedCertificate(key, cert)).toBe(true);
    const server = await listening(
      createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
        request.resume();
        response.end();
      }),
    );
    const one = outgoing(portOf(server), {
      protocol: 'https:',
      host: 'localhost',
      body: '',
      headers: [
        ['Host', 'localhost'],
        ['Content-Length', '0'],
      ],
    });
    server.unref();
    expect(await sender.send(one)).toEqual({
      kind: 'failed',
      reason: 'SSL peer certificate or SSH remote key was not OK',
    });
    const insecure = open(true);
    expect(await insecure.send(one)).toEqual({ kind: 'answered', code: 200 });
    await insecure.close();
    server.close();
    rmSync(folder, { recursive: true });
  });
});
