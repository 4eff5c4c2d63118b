import type { Logger, LogSink } from '@smart-city/logging';

const MOST_LINES = 100;
const LONGEST_LINE = 2_000;

/** Keeps the last lines that tell of trouble, for the console page. */
export class RecentLines implements LogSink {
  private readonly lines: string[] = [];

  write(text: string): void {
    if (!/ \| lvl=(?:WARN|ERROR|FATAL) \| /.test(text.slice(0, 100)) || text.includes('| msg=Deprecated '))
      return;
    this.lines.push(text.slice(0, LONGEST_LINE).trimEnd());
    if (this.lines.length > MOST_LINES) this.lines.shift();
  }

  /** Latest first. */
  latest(): readonly string[] {
    return [...this.lines].reverse();
  }

  flush(): void {}

  close(): void {}
}

const recentOf = new WeakMap<Logger, RecentLines>();

/** Remembers where the last lines of a log are kept. */
export const keepRecentLines = (log: Logger, lines: RecentLines): void => void recentOf.set(log, lines);

/** The last lines of a log; none when they are not kept. */
export const recentLinesOf = (log: Logger): readonly string[] => recentOf.get(log)?.latest() ?? [];
