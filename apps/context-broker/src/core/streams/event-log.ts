/** What is kept of a topic at most. */
export interface EventLogLimits {
  readonly events: number;
  /** Of all events that are kept together. */
  readonly bytes: number;
}

/** The latest events of a topic, as they were sent, for readers that come back. Events are numbered from 1. */
export class EventLog {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private lastNumber = 0;

  constructor(private readonly limits: EventLogLimits) {}

  /** Number of the latest event; 0 before there is one. */
  get last(): number {
    return this.lastNumber;
  }

  /** Bytes of all events that are kept. */
  get bytes(): number {
    return this.keptBytes;
  }

  /** Keeps nothing of what came so far: readers that come back start anew. */
  clear(): void {
    this.kept.length = 0;
    this.keptBytes = 0;
  }

  /** Takes the event with the next number. What is larger than all that may be kept is not kept, nor what came before it. */
  push(event: Buffer): void {
    this.lastNumber += 1;
    this.kept.push(event);
    this.keptBytes += event.length;
    while (this.kept.length > this.limits.events || this.keptBytes > this.limits.bytes)
      this.keptBytes -= this.kept.shift()!.length;
  }

  /** All events behind that number; undefined when some of them are not kept any more, or there is no such number yet. */
  after(number: number): readonly Buffer[] | undefined {
    const missed = this.lastNumber - number;
    if (missed < 0 || missed > this.kept.length) return undefined;
    return this.kept.slice(this.kept.length - missed);
  }
}
