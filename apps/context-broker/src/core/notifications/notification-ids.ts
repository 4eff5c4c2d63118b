import { randomUUID } from 'node:crypto';

/** Ids of one millisecond. */
const MOST_OF_MS = 0xfff;

/** Makes ids of notifications: UUIDs of version 7, each larger as text than those before, so that the outbox has them in order. */
export class NotificationIds {
  private lastMs = 0;
  private counter = 0;

  next(): string {
    const now = Date.now();
    if (now > this.lastMs) {
      this.lastMs = now;
      this.counter = 0;
    } else if (this.counter < MOST_OF_MS) this.counter += 1;
    else {
      this.lastMs += 1;
      this.counter = 0;
    }
    const time = this.lastMs.toString(16).padStart(12, '0');
    const counter = this.counter.toString(16).padStart(3, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${randomUUID().slice(19)}`;
  }
}
