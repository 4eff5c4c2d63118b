import { createServer, connect, type Server, type Socket, type AddressInfo } from 'node:net';

/**
 * A cable to a service that a test can cut, hold or plug in elsewhere. `open` passes bytes on, `cut` closes connections at
 * once, `hold` accepts them and never says a word.
 */
export class Gate {
  state: 'open' | 'cut' | 'hold' = 'open';
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    public target: string,
  ) {}

  static async start(target: string): Promise<Gate> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const gate = new Gate(server, target);
    server.on('connection', (socket) => gate.connect(socket));
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Changes the state; connections of the old one end. */
  turn(state: Gate['state'], target = this.target): void {
    this.state = state;
    this.target = target;
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.turn('cut');
    await new Promise((resolve) => this.server.close(resolve));
  }

  private connect(socket: Socket): void {
    this.keep(socket);
    if (this.state === 'cut') return void socket.destroy();
    if (this.state === 'hold') return void socket.resume();
    const { hostname, port } = new URL(this.target);
    const onward = connect(Number(port), hostname);
    this.keep(onward);
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }
}
