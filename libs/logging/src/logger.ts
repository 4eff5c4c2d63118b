import { callSite } from './call-site';
import { passes, type LogLevel } from './log-level';
import { renderLine, type LineLevel, type LogContext, type LogFormat } from './log-line';
import type { LogSink } from './log-sink';

export interface LogTarget {
  readonly sink: LogSink;
  readonly format: LogFormat;
}

export interface LoggerSettings {
  readonly component: string;
  readonly level: LogLevel;
  /** Characters; longer lines are cut. */
  readonly lineMaxSize: number;
  /** Characters of a payload inside a line; see {@link Logger.payload}. */
  readonly payloadMaxSize: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The method that writes each level: what called it is the place that a line names. */
const METHODS = {
  FATAL: 'fatal',
  ERROR: 'error',
  WARN: 'warn',
  INFO: 'info',
  DEBUG: 'debug',
  SUMMARY: 'summary',
} as const satisfies Record<LineLevel, keyof Logger>;

/** Writes lines to every target. Level and limits may change while it runs. */
export class Logger {
  level: LogLevel;
  lineMaxSize: number;
  payloadMaxSize: number;

  constructor(
    private readonly targets: readonly LogTarget[],
    private readonly settings: LoggerSettings,
  ) {
    this.level = settings.level;
    this.lineMaxSize = settings.lineMaxSize;
    this.payloadMaxSize = settings.payloadMaxSize;
  }

  /** Ask before building an expensive text. */
  isEnabled(level: LogLevel): boolean {
    return passes(level, this.level);
  }

  fatal(text: string, context?: LogContext, fields?: Fields): void {
    this.line('FATAL', text, context, fields);
  }

  error(text: string, context?: LogContext, fields?: Fields): void {
    this.line('ERROR', text, context, fields);
  }

  warn(text: string, context?: LogContext, fields?: Fields): void {
    this.line('WARN', text, context, fields);
  }

  info(text: string, context?: LogContext, fields?: Fields): void {
    this.line('INFO', text, context, fields);
  }

  debug(text: string, context?: LogContext, fields?: Fields): void {
    this.line('DEBUG', text, context, fields);
  }

  /** Written whatever the level is. */
  summary(text: string): void {
    this.line('SUMMARY', text);
  }

  /** A payload as it appears inside a line: blanks for line breaks, cut at the payload limit with `(...)`. */
  payload(text: string): string {
    const oneLine = text.slice(0, this.payloadMaxSize).replace(/\r\n|[\r\n]/g, ' ');
    return text.length > this.payloadMaxSize ? `${oneLine}(...)` : oneLine;
  }

  flush(): void {
    for (const { sink } of this.targets) sink.flush();
  }

  close(): void {
    for (const { sink } of this.targets) sink.close();
  }

  private line(level: LineLevel, text: string, context?: LogContext, fields?: Fields): void {
    if (level !== 'SUMMARY' && !passes(level, this.level)) return;
    const line = {
      at: new Date(),
      level,
      text,
      context,
      fields,
      // eslint-disable-next-line @typescript-eslint/unbound-method -- it is only named, never called
      site: callSite(this[METHODS[level]]),
      component: this.settings.component,
    };
    for (const { sink, format } of this.targets)
      sink.write(`${renderLine(line, format, this.lineMaxSize)}\n`);
  }
}
