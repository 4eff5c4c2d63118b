import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';

const HEADER_BYTES = 16;
/** Where the name of a command stands in a message of MongoDB's wire protocol: header, flags, kind of section, length, type. */
const NAME_AT = HEADER_BYTES + 4 + 1 + 4 + 1;
const OP_MSG = 2013;

/** Stands between a broker and a MongoDB-wire server and counts what the broker asks: each command is one round trip. */
export interface CountingProxy {
  readonly port: number;
  /** How often each command went by since the last call. */
  take(): ReadonlyMap<string, number>;
  close(): void;
}

/** Commands of the driver's own that go by beside the operations. */
const OVERHEAD = new Set(['hello', 'ismaster', 'ping', 'endSessions']);

export async function startCountingProxy(targetPort: number): Promise<CountingProxy> {
  let counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const note = (message: Buffer) => {
    if (message.readInt32LE(12) !== OP_MSG) return;
    const name = message.toString('latin1', NAME_AT, message.indexOf(0, NAME_AT));
    if (!OVERHEAD.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    let unread = Buffer.alloc(0);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, target].forEach((one) => one.destroy()));
    }
    client.on('data', (bytes) => {
      target.write(bytes);
      unread = Buffer.concat([unread, bytes]);
      while (unread.length >= HEADER_BYTES && unread.length >= unread.readInt32LE(0)) {
        const length = unread.readInt32LE(0);
        note(unread.subarray(0, length));
        unread = unread.subarray(length);
      }
    });
    target.on('data', (bytes) => client.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    take() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
