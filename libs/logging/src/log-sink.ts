import { closeSync, openSync, renameSync, write, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '@smart-city/service';

/** Takes finished lines, line break included. */
export interface LogSink {
  write(text: string): void;
  /** Writes what is waiting, blocking. For the end of the process. */
  flush(): void;
  close(): void;
}

/** Characters that may wait for a slow reader; lines beyond are dropped and counted. */
const MAX_WAITING = 16 * 1024 * 1024;
const RETRY_MS = 20;
/** After a write, lines gather for so long: each write costs the event loop more than its lines do. */
const GATHER_MS = 10;

/**
 * Writes to a file descriptor without ever holding up the caller: writes to a pipe or a terminal block in Node when
 * they go through `process.stdout`.
 */
export class DescriptorSink implements LogSink {
  private waiting: string[] = [];
  private waitingSize = 0;
  private inFlight = Buffer.alloc(0);
  private busy = false;
  private dropped = 0;

  constructor(
    private readonly descriptor: number,
    private readonly owned = false,
  ) {}

  write(text: string): void {
    if (this.waitingSize > MAX_WAITING) {
      this.dropped++;
      return;
    }
    this.waiting.push(text);
    this.waitingSize += text.length;
    if (!this.busy) {
      this.busy = true;
      setImmediate(() => this.drain());
    }
  }

  private take(): void {
    if (this.inFlight.length > 0) return;
    if (this.dropped > 0) this.waiting.push(`${this.dropped} log lines dropped: the reader is too slow\n`);
    this.dropped = 0;
    this.inFlight = Buffer.from(this.waiting.join(''));
    this.waiting = [];
    this.waitingSize = 0;
  }

  private drain(): void {
    this.take();
    if (this.inFlight.length === 0) {
      this.busy = false;
      return;
    }
    write(this.descriptor, this.inFlight, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.drain(), RETRY_MS);
        return;
      }
      // A closed pipe or a full disk must not end the service: the lines are lost.
      this.inFlight = error ? Buffer.alloc(0) : this.inFlight.subarray(written);
      if (this.inFlight.length > 0) this.drain();
      else setTimeout(() => this.drain(), GATHER_MS);
    });
  }

  flush(): void {
    this.take();
    for (let tries = 0; this.inFlight.length > 0 && tries < 50;) {
      try {
        this.inFlight = this.inFlight.subarray(writeSync(this.descriptor, this.inFlight));
        this.take();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        tries++;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  }

  close(): void {
    this.flush();
    if (this.owned) closeSync(this.descriptor);
  }
}

/**
 * Opens a file of log lines. What is there already goes on with `append`, else it is kept under the same name with `.old`.
 *
 * @throws when the file cannot be opened
 */
export function openFileSink(path: string, { append }: { readonly append: boolean }): LogSink {
  makeFolder(dirname(resolve(path)));
  if (!append) keepOld(path);
  return new DescriptorSink(openSync(path, append ? 'a' : 'w'), true);
}

function keepOld(path: string): void {
  try {
    renameSync(path, `${path}.old`);
  } catch {
    // There is none, or it is a mount of its own: then it begins anew.
  }
}

export const standardOutput = (): LogSink => new DescriptorSink(1);
