import { connect, type Socket } from 'node:net';

/** A bare connection: what is sent is sent as it stands, what comes is kept as text. */
export class RawConnection {
  private text = '';
  private readonly ended: Promise<void>;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.text += chunk.toString('latin1')));
    // A reset is an end, too.
    socket.on('error', () => undefined);
    this.ended = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** @param url  of a service; only host and port count */
  static open(url: string): RawConnection {
    const { hostname, port } = new URL(url);
    return new RawConnection(connect(Number(port), hostname));
  }

  send(text: string | Buffer): this {
    this.socket.write(text);
    return this;
  }

  /** Ends this direction; the other side may still answer. */
  sendNothingMore(): this {
    this.socket.end();
    return this;
  }

  /** What has come so far. */
  get received(): string {
    return this.text;
  }

  /** @returns everything that came until the other side closed the connection */
  async untilClosed(): Promise<string> {
    await this.ended;
    return this.text;
  }

  close(): void {
    this.socket.destroy();
  }
}
