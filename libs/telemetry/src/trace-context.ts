/** The headers of W3C Trace Context that tie requests together, checked. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST_STATE = 512;
const STATE = /^[\x20-\x7e]+$/;
const ZEROS = /^0+$/;

/**
 * Reads the context of an incoming request (W3C Trace Context, sections 3.2 and 3.3).
 *
 * @param header  by lower-case name; a repeated header is joined with commas, which makes it invalid
 * @returns undefined when there is none, or none that is valid; a bad `tracestate` alone is left out
 */
export function readTraceContext(header: (name: string) => string | undefined): TraceContext | undefined {
  const found = TRACEPARENT.exec(header('traceparent') ?? '');
  if (!found) return undefined;
  const [, version, traceId, spanId, flags, rest] = found;
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (ZEROS.test(traceId!) || ZEROS.test(spanId!)) return undefined;
  const tracestate = header('tracestate');
  const isUsable = tracestate !== undefined && tracestate.length <= LONGEST_STATE && STATE.test(tracestate);
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(isUsable && { tracestate }) };
}

/** The context as headers of an outgoing request; empty without one. */
export function traceHeaders(trace: TraceContext | undefined): Readonly<Record<string, string>> {
  if (!trace) return NONE;
  const { traceparent, tracestate } = trace;
  return { traceparent, ...(tracestate !== undefined && { tracestate }) };
}

const NONE: Readonly<Record<string, string>> = {};

/** The 32 hexadecimal digits that all spans of a trace share. */
export const traceIdOf = ({ traceparent }: TraceContext): string => traceparent.slice(3, 35);
