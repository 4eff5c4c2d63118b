import { randomBytes } from 'node:crypto';
import { EventLog, type EventLogLimits } from './event-log';
import type { EventStream } from './event-stream';
import type { BytesHolder } from './waiting-bytes';

const ID = /^([0-9a-f]{16})\.(\d{1,15})$/;
const RESET = JSON.stringify({ description: 'events were missed: read anew what they are about' });

/** What several readers may follow together: events are written once for all of them, and kept for those that come back. */
export class Topic implements BytesHolder {
  /** Not to be guessed: an event of another topic, or of a broker that ran before, is none of this one. */
  private readonly id = randomBytes(8).toString('hex');
  private readonly log: EventLog;
  private readonly readers = new Set<EventStream>();

  constructor(
    limits: EventLogLimits,
    /** Told how many were sent, and the bytes that wait or are kept because of it. */
    private readonly sent: (events: number, bytes: number) => void,
  ) {
    this.log = new EventLog(limits);
  }

  /** That are kept for readers that come back. */
  get heldBytes(): number {
    return this.log.bytes;
  }

  release(): void {
    this.log.clear();
  }

  get isRead(): boolean {
    return this.readers.size > 0;
  }

  /** @param kind  name of the event @param data  one line */
  publish(kind: string, data: string): void {
    const event = this.write(this.log.last + 1, kind, data);
    this.log.push(event);
    const { size } = this.readers;
    for (const reader of this.readers) reader.send(event);
    this.sent(size, event.length * (size + 1));
  }

  /**
   * A reader comes, or comes back.
   *
   * @param lastEventId  of the last event it has; undefined for a new one. Where what came since is not known, it is told to start anew
   */
  join(reader: EventStream, lastEventId: string | undefined): void {
    const missed = lastEventId === undefined ? [] : this.since(lastEventId);
    reader.begin(this.idOf(missed === undefined ? this.log.last : this.log.last - missed.length));
    this.readers.add(reader);
    const sent = missed === undefined ? this.write(this.log.last, 'reset', RESET) : Buffer.concat(missed);
    if (sent.length > 0) reader.send(sent);
    this.sent(missed?.length ?? 1, sent.length);
  }

  leave(reader: EventStream): void {
    this.readers.delete(reader);
  }

  get allReaders(): Iterable<EventStream> {
    return this.readers;
  }

  forEachReader(visit: (reader: EventStream) => void): void {
    for (const reader of [...this.readers]) visit(reader);
  }

  private since(lastEventId: string): readonly Buffer[] | undefined {
    const [, topic, number] = ID.exec(lastEventId) ?? [];
    return topic === this.id ? this.log.after(Number(number)) : undefined;
  }

  private idOf(number: number): string {
    return `${this.id}.${number}`;
  }

  private write(number: number, kind: string, data: string): Buffer {
    return Buffer.from(`id: ${this.idOf(number)}\nevent: ${kind}\ndata: ${data}\n\n`);
  }
}
