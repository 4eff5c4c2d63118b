import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Passes connections on to a server, until the test says otherwise: the network between a service and its database. */
export class Relay {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private silent = false;

  private constructor(
    private readonly target: number,
    /** Where clients connect; stays the same over outages. */
    readonly port: number,
  ) {}

  static async to(target: number): Promise<Relay> {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const relay = new Relay(target, port);
    await relay.restore();
    return relay;
  }

  /** The server is gone: connections break, new ones are refused. */
  async cut(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  /** Nothing gets through any more, and nobody is told. */
  silence(): void {
    this.silent = true;
  }

  async restore(): Promise<void> {
    if (this.silent) await this.cut();
    this.silent = false;
    if (this.server) return;
    const server = createServer((client) => this.join(client, connect(this.target, '127.0.0.1')));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
  }

  private join(client: Socket, server: Socket): void {
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk) => void (this.silent || to.write(chunk)));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
