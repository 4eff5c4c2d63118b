import type { Logger, LogSink } from '@smart-city/logging';

/** Lines of the log that say the same, folded into one. */
export interface Trouble {
  readonly level: 'WARN' | 'ERROR' | 'FATAL';
  /** Of the latest line. */
  readonly text: string;
  readonly count: number;
  /** ISO dates. */
  readonly firstTime: string;
  readonly lastTime: string;
  /** Of the latest line; undefined for lines about no request. */
  readonly correlator?: string;
  readonly service?: string;
}

const MOST_TROUBLES = 100;
const LONGEST_TROUBLE = 500;
const HEAD =
  /^time=(\S+) \| lvl=(WARN|ERROR|FATAL) \| corr=([^|]*) \| trans=[^|]* \| from=[^|]* \| srv=([^|]*) \| /;
/** What is deprecated has a page of its own, and the end of a trouble is none. */
const NO_TROUBLE = /^(?:Deprecated |Releasing alarm )/;

/** Keeps what the log last said of trouble, for the console: lines that differ in numbers and ids only count as one. */
export class RecentTroubles implements LogSink {
  private readonly byKind = new Map<string, Trouble>();

  write(line: string): void {
    const head = HEAD.exec(line.slice(0, 1_000));
    const at = line.indexOf('| msg=');
    if (head === null || at < 0) return;
    const text = line.slice(at + '| msg='.length, at + 1_000).trimEnd();
    if (NO_TROUBLE.test(text)) return;
    const [, time = '', level = '', correlator = '', service = ''] = head;
    const kind = `${level} ${service} ${foldable(text)}`;
    const before = this.byKind.get(kind);
    this.byKind.delete(kind);
    this.byKind.set(kind, {
      level: level as Trouble['level'],
      text: text.slice(0, LONGEST_TROUBLE),
      count: (before?.count ?? 0) + 1,
      firstTime: before?.firstTime ?? time,
      lastTime: time,
      ...(isSaid(correlator) && { correlator }),
      ...(isSaid(service) && { service }),
    });
    if (this.byKind.size <= MOST_TROUBLES) return;
    const [oldest] = this.byKind.keys();
    this.byKind.delete(oldest!);
  }

  /** Latest first. */
  latest(): readonly Trouble[] {
    return [...this.byKind.values()].reverse();
  }

  flush(): void {}

  close(): void {}
}

const isSaid = (field: string): boolean => field !== '' && field !== 'N/A' && field !== '<none>';

/** The text without what makes one event differ from the next of its kind. */
const foldable = (text: string): string =>
  text.replace(/^Repeated |^Raising alarm /, '').replace(/[0-9a-f]{24}|[0-9a-f-]{36}|\d+(?:\.\d+)?/gi, '#');

const troublesOf = new WeakMap<Logger, RecentTroubles>();

/** Remembers where the troubles of a log are kept. */
export const keepRecentTroubles = (log: Logger, troubles: RecentTroubles): void =>
  void troublesOf.set(log, troubles);

/** The last troubles of a log, latest first; none when they are not kept. */
export const recentTroublesOf = (log: Logger): readonly Trouble[] => troublesOf.get(log)?.latest() ?? [];
