import {
  Logger as LineLogger,
  redactRecord,
  standardOutput,
  type LogLevel,
  type LogSink,
} from '@smart-city/logging';

export type LogFields = Readonly<Record<string, unknown>>;

/** Characters of one text inside a line. */
const maxSize = 10_000;

/** JSON lines on standard output: a message and facts beside it, secrets starred out. */
export class Logger {
  private readonly lines: LineLogger;

  constructor(level: LogLevel, sink: LogSink = standardOutput()) {
    const settings = { component: 'identity-manager', level, lineMaxSize: maxSize, payloadMaxSize: maxSize };
    this.lines = new LineLogger([{ sink, format: 'json' }], settings);
  }

  info(message: string, fields: LogFields = {}): void {
    this.lines.info(message, undefined, redactRecord(fields));
  }

  warn(message: string, fields: LogFields = {}): void {
    this.lines.warn(message, undefined, redactRecord(fields));
  }

  error(message: string, fields: LogFields = {}): void {
    this.lines.error(message, undefined, redactRecord(fields));
  }

  /** Writes what is waiting, blocking. For the end of the process. */
  flush(): void {
    this.lines.flush();
  }
}

/** What is worth logging of an unexpected error. */
export const errorFields = (error: unknown): LogFields =>
  error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) };
