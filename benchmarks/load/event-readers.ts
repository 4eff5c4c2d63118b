import { connect, type Socket } from 'node:net';

const EVENT = 'event: update';

/** Readers of a stream of Server-Sent Events, which count what they are told. */
export class EventReaders {
  private readonly sockets: Socket[] = [];
  private told = 0;
  private wanted = Infinity;
  private onTold: () => void = () => undefined;

  private constructor() {}

  /** @returns when all have the head of their answer */
  static async open(port: number, path: string, count: number): Promise<EventReaders> {
    const readers = new EventReaders();
    await Promise.all(Array.from({ length: count }, () => readers.add(port, path)));
    return readers;
  }

  /** Waits until each has been told of so many updates; counts from nothing. */
  expect(updates: number): Promise<void> {
    this.told = 0;
    this.wanted = updates * this.sockets.length;
    return new Promise((resolve) => {
      this.onTold = resolve;
      this.check();
    });
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private add(port: number, path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`),
      );
      this.sockets.push(socket);
      // Too short to hold the name of an event, which may come in two parts.
      let rest = '';
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        const text = rest + chunk.toString('latin1');
        this.told += text.split(EVENT).length - 1;
        rest = text.slice(1 - EVENT.length);
        resolve();
        this.check();
      });
    });
  }

  private check(): void {
    if (this.told >= this.wanted) this.onTold();
  }
}
