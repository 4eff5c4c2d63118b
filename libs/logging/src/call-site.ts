/** Where in the program a line was written. */
export interface CallSite {
  readonly file: string;
  readonly line: string;
  readonly function: string;
}

const UNKNOWN: CallSite = { file: 'main', line: '0', function: 'main' };
const FRAME = /^\s*at (?:async )?(?:(?:new )?([^\s(]+)[^(]*\()?(?:.*[\\/])?([^\\/:()]+):(\d+):\d+\)?$/;

/**
 * Finds the caller of a logging function.
 *
 * @param skip  the logging function: frames up to and including it are left out
 */
export function callSite(skip: (...args: never[]) => unknown): CallSite {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  const holder: { stack?: string } = {};
  Error.captureStackTrace(holder, skip);
  Error.stackTraceLimit = limit;
  const frame = FRAME.exec(holder.stack?.split('\n')[1] ?? '');
  if (!frame) return UNKNOWN;
  return { file: frame[2]!, line: frame[3]!, function: frame[1]?.split('.').at(-1) ?? 'main' };
}
