import type { CallSite } from './call-site';

export type LineLevel = 'FATAL' | 'ERROR' | 'WARN' | 'INFO' | 'DEBUG' | 'SUMMARY';

/** What a line says about the request it belongs to. Passed explicitly; nothing is ambient. */
export interface LogContext {
  readonly correlator: string;
  /** `<start epoch s>-<start ms>-<counter>`, see {@link TransactionIds}. */
  readonly transaction: string;
  readonly from: string;
  /** Tenant; empty is shown as `<none>`. */
  readonly service: string;
  readonly servicePath: string;
  /** Of the trace that the request belongs to, when it is recorded. */
  readonly traceId?: string;
}

export interface LogLine {
  readonly at: Date;
  readonly level: LineLevel;
  readonly text: string;
  readonly context: LogContext | undefined;
  readonly site: CallSite;
  readonly component: string;
  /** Members of a JSON line beside the text. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

export type LogFormat = 'orion' | 'human' | 'json';

const LINE_BREAKS = /\r\n|[\r\n]/g;
const none = (text: string) => (text === '' ? '<none>' : text);
/** Makes the text of a header safe for a log line: it must not look like further fields. */
const field = (text: string) => (text.includes('|') ? text.replaceAll('|', '%7C') : text);

const TOO_LONG = 'LM ERROR: LINE TOO LONG';

/** The layout of Orion's log file. */
function orionLine({ at, level, text, context, site, component }: LogLine): string {
  const request = context
    ? `corr=${field(context.correlator)} | trans=${context.transaction} | from=${field(context.from)} | srv=${field(none(context.service))} | subsrv=${field(none(context.servicePath))}`
    : 'corr=N/A | trans=N/A | from=N/A | srv=N/A | subsrv=N/A';
  return `time=${at.toISOString()} | lvl=${level} | ${request} | comp=${component} | op=${site.file}[${site.line}]:${site.function} | msg=${text}`;
}

function humanLine({ at, level, text, site }: LogLine): string {
  return `${level}@${at.toISOString().slice(11, 19)}  ${site.file}[${site.line}]: ${text}`;
}

function jsonLine({ at, level, text, context, component, fields }: LogLine): string {
  return JSON.stringify({
    time: at.toISOString(),
    level,
    component,
    msg: text,
    ...context,
    ...fields,
  });
}

/**
 * Renders one line without its final line break. One longer than `maxSize` characters is replaced in Orion's layout by where
 * it was written and that it is too long, is cut for humans, and has its text cut in JSON.
 */
export function renderLine(line: LogLine, format: LogFormat, maxSize: number): string {
  if (format === 'json') {
    const text = line.text.length > maxSize ? `${line.text.slice(0, maxSize)}(...)` : line.text;
    return jsonLine({ ...line, text });
  }
  const rendered = (format === 'orion' ? orionLine(line) : humanLine(line)).replace(LINE_BREAKS, ' ');
  if (rendered.length <= maxSize) return rendered;
  return format === 'orion'
    ? `${line.site.file}[${line.site.line}]: ${TOO_LONG}`
    : rendered.slice(0, maxSize);
}
