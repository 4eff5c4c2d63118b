/** From silence to everything. `NONE` lets nothing through; `SUMMARY` lines are not subject to the level. */
export const LOG_LEVELS = ['NONE', 'FATAL', 'ERROR', 'WARN', 'INFO', 'DEBUG'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

const RANK: Readonly<Record<LogLevel, number>> = { NONE: 0, FATAL: 1, ERROR: 2, WARN: 3, INFO: 4, DEBUG: 5 };

/** Reads a level in any letter case; `WARNING` is `WARN`. */
export function parseLogLevel(text: string): LogLevel | undefined {
  const upper = text.toUpperCase();
  return LOG_LEVELS.find((level) => level === (upper === 'WARNING' ? 'WARN' : upper));
}

/** Whether a line of `level` passes when `threshold` is set. */
export const passes = (level: LogLevel, threshold: LogLevel) => RANK[level] <= RANK[threshold];
