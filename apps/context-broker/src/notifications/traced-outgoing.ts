import { traceHeaders, type TraceContext, type Tracing, type Span } from '@smart-city/telemetry';
import { targetOf, type Outgoing } from './outgoing';
import type { SendResult } from './sender';

/** The notification with the trace context in its headers; MQTT has none. */
export function carrying(outgoing: Outgoing, trace: TraceContext | undefined): Outgoing {
  if (!trace || outgoing.kind === 'mqtt') return outgoing;
  const given = new Set(outgoing.headers.map(([name]) => name.toLowerCase()));
  // A subscription that sets these headers itself knows why.
  if (given.has('traceparent')) return outgoing;
  return { ...outgoing, headers: [...outgoing.headers, ...Object.entries(traceHeaders(trace))] };
}

export function startDelivery(tracing: Tracing, outgoing: Outgoing): Span {
  const attributes = {
    'fiware.subscription': outgoing.subscriptionId,
    'fiware.service': outgoing.tenant,
    'fiware.correlator': outgoing.correlator,
    'server.address': targetOf(outgoing),
  };
  return tracing.startClient(`notify ${outgoing.kind}`, attributes, outgoing.trace);
}

export function endDelivery(span: Span, result: SendResult): void {
  if (result.kind === 'failed') return span.end({ error: result.reason });
  const { code } = result;
  span.end({
    attributes: { 'http.response.status_code': code },
    ...(code !== undefined && code >= 400 && { error: String(code) }),
  });
}
