import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { StoppableServer } from './stoppable-server';

let server: Server;
let stoppable: StoppableServer;
const port = () => (server.address() as AddressInfo).port;

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  server = createServer(answer);
  stoppable = new StoppableServer(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
afterEach(() => server.closeAllConnections());

describe('StoppableServer', () => {
  it('lets a request under way finish, and refuses new connections meanwhile', async () => {
    let finish = (): void => undefined;
    await listen((_request, response) => (finish = () => response.end('done')));
    const outgoing = request({ port: port(), host: '127.0.0.1', agent: false });
    outgoing.end();
    await once(server, 'request');
    const address = port();
    const stopped = stoppable.stop({ delayMs: 0 });
    while (server.listening) await new Promise(setImmediate);
    const refused = connect(address, '127.0.0.1');
    expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
    finish();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect((await response.toArray()).join('')).toBe('done');
    await stopped;
  });
  it('answers a request that arrives on a connection accepted just before', async () => {
    await listen((_request, response) => {
      response.shouldKeepAlive = false;
      response.end('late');
    });
    const socket = connect(port(), '127.0.0.1');
    await once(server, 'connection');
    const stopped = stoppable.stop({ delayMs: 0 });
    while (server.listening) await new Promise(setImmediate);
    socket.end('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    expect(Buffer.concat(await socket.toArray()).toString()).toContain('\r\n\r\nlate');
    await stopped;
  });
  it('closes connections that stay silent', async () => {
    await listen((_request, response) => void response.end());
    const socket = connect(port(), '127.0.0.1');
    await once(server, 'connection');
    await stoppable.stop({ delayMs: 0 });
    socket.resume();
    await once(socket, 'close');
    expect(server.listening).toBe(false);
  });
  it('goes on as before during the delay, and is harmless on a server that does not listen', async () => {
    await listen((_request, response) => void response.end('as before'));
    const stopped = stoppable.stop({ delayMs: 2_000 });
    const answer = await fetch(`http://127.0.0.1:${port()}`);
    expect(await answer.text()).toBe('as before');
    await stopped;
    await stoppable.stop({ delayMs: 0 });
  });
});
