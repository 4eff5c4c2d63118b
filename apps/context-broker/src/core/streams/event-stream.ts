import type { StreamBody } from '../../http/answer';
import type { StreamEnd } from './stream-end';
import type { BytesHolder } from './waiting-bytes';

/** What a client is told to wait before it connects again. */
const RECONNECT_MS = 2_000;
const HEARTBEAT = Buffer.from(':\n\n');

export interface EventStreamSettings {
  /** Bytes that may wait for the client; one event may be larger. */
  readonly maxWaitingBytes: number;
  /** Whether the bearer may still read; undefined where nobody is asked. Must not throw. */
  readonly remains: (() => Promise<boolean>) | undefined;
  /** Told once. */
  readonly ended: (stream: EventStream, why: StreamEnd) => void;
}

/** One client that reads Server-Sent Events (HTML standard, 9.2). It never waits for the client: a slow one is cut off. */
export class EventStream implements BytesHolder {
  private isOpen = true;

  constructor(
    private readonly body: StreamBody,
    private readonly settings: EventStreamSettings,
  ) {
    body.on('close', () => this.close('client'));
    // A connection that breaks is closed, which is told; the fault itself tells no more.
    body.on('error', () => undefined);
  }

  /** Where the client is: it names this place when it comes back, even if no event came until then. */
  begin(id: string): void {
    this.body.write(`retry: ${RECONNECT_MS}\nid: ${id}\n\n`);
  }

  /** Whatever came before waits for the client in the same buffer. */
  send(event: Buffer): void {
    if (!this.isOpen) return;
    if (this.body.writableLength > this.settings.maxWaitingBytes) this.cut();
    else this.body.write(event);
  }

  /** Keeps the connection alive on its way, and ends it when its bearer may read no more. */
  beat(): void {
    this.send(HEARTBEAT);
    if (!this.isOpen || this.settings.remains === undefined) return;
    void this.settings.remains().then((remains) => {
      if (!remains) this.end('access');
    });
  }

  /** That wait for the client. */
  get heldBytes(): number {
    return this.isOpen ? this.body.writableLength : 0;
  }

  release(): void {
    if (this.isOpen) this.cut();
  }

  /** Ends behind what was sent so far. */
  end(why: StreamEnd): void {
    if (!this.isOpen) return;
    this.close(why);
    this.body.end();
  }

  /** What waits is dropped: the client asks for it when it comes back. */
  private cut(): void {
    this.close('slow');
    this.body.destroy();
  }

  private close(why: StreamEnd): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.settings.ended(this, why);
  }
}
