import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { closeUnreadBodies, refuseUnparsed, requestTimeouts } from './request-limits';

let server: Server;

/** A client of a server whose requests have a second, if nothing else is said. */
async function client(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  requestMs = 1_000,
): Promise<Socket> {
  server = createServer(requestTimeouts(requestMs), answer);
  closeUnreadBodies(server, requestMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}
afterEach(() => void server.close());

const HEAD = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\n';
/** Everything that came until the server closed the connection. */
const untilClosed = async (socket: Socket) => Buffer.concat(await socket.toArray()).toString();

describe('request limits', () => {
  it.each([
    ['a head that stops', 'POST / HTTP/1.1\r\nHost'],
    ['a body that never comes', HEAD],
    ['a body that stops', `${HEAD}12`],
    ['chunks that stop', 'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n'],
  ])('%s ends with 408', async (_what, text) => {
    const socket = await client((request, response) => void request.on('end', () => response.end()).resume());
    socket.write(text);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('an answer that did not wait for the body closes the connection when no more comes', async () => {
    const socket = await client((_request, response) => void response.writeHead(401).end());
    socket.write(HEAD);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('nor is a connection that is not kept cut while its body comes: the answer could get lost', async () => {
    const length = 1_000_000;
    // Time enough on a machine that is busy.
    const socket = await client((_request, response) => void response.writeHead(413).end('no'), 0);
    socket.write(`POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n/);
    // A reset would be an error of this.
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(Buffer.alloc(length), (error) => (error ? reject(error) : resolve()));
    });
    expect(await untilClosed(socket)).toMatch(/no\r\n0\r\n\r\n$|^$/);
  });

  it('nor is it answered a second time when the rest is no body', async () => {
    const socket = await client((_request, response) => void response.writeHead(401).end());
    refuseUnparsed(server);
    socket.write('POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n\r\n');
    expect((await untilClosed(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  it('nor is it waited for what comes after a rest that is no body', async () => {
    const socket = await client((_request, response) => void response.writeHead(401).end());
    refuseUnparsed(server);
    const head = 'POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    socket.write(head);
    await once(socket, 'data');
    socket.write('no chunk\r\n\r\n');
    const [, ended] = (await once(server, 'clientError')) as [Error, Socket];
    expect(ended.writableEnded).toBe(true);
    socket.destroy();
  });

  it('and keeps it when the rest comes', async () => {
    const socket = await client((_request, response) => void response.writeHead(401).end());
    socket.write(HEAD);
    await once(socket, 'data');
    socket.write(`1234${HEAD}`);
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it('and leaves nothing of it behind on the connection', async () => {
    const listeners: number[] = [];
    const socket = await client((request, response) => {
      listeners.push(request.socket.listenerCount('close'));
      response.writeHead(401).end();
    });
    for (let sent = 0; sent < 5; sent++) {
      socket.write(HEAD);
      await once(socket, 'data');
      socket.write('1234');
    }
    expect(new Set(listeners).size).toBe(1);
    expect(listeners).toHaveLength(5);
    socket.destroy();
  });

  it('a limit of 0 leaves the body all the time it wants', () => {
    expect(requestTimeouts(0)).toMatchObject({ requestTimeout: 0, headersTimeout: 60_000 });
  });
});
