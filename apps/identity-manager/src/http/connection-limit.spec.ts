import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { limitConnections } from './connection-limit';

describe('Connections of one address', () => {
  let servers: Server[];
  beforeEach(async () => {
    servers = [createServer(), createServer()];
    limitConnections(servers, 3);
    for (const server of servers) {
      server.on('connection', (socket) => {
        socket.on('error', () => undefined);
        if (!socket.destroyed) socket.write('hello');
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
  });
  afterEach(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

  /** A connection from this address of the machine: whether it was taken. */
  async function open(
    at: number,
    localAddress: string,
  ): Promise<{ readonly socket: Socket; readonly isTaken: boolean }> {
    const { port } = servers[at]!.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    const isTaken = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ]);
    return { socket, isTaken };
  }

  it('are so many at once, of all servers together; others have their own', async () => {
    const opened = [
      await open(0, '127.0.0.1'),
      await open(1, '127.0.0.1'),
      await open(0, '127.0.0.1'),
      await open(1, '127.0.0.1'),
      await open(0, '127.0.0.2'),
    ];
    expect(opened.map(({ isTaken }) => isTaken)).toEqual([true, true, true, false, true]);
    opened[0]!.socket.end();
    await once(opened[0]!.socket, 'close');
    const again = await open(1, '127.0.0.1');
    expect(again.isTaken).toBe(true);
    for (const { socket } of [...opened, again]) socket.destroy();
  });
});
