import { traceHeaders, type Span, type Tracing } from '@smart-city/telemetry';
import { causeOf, type Channel, type SendResult } from './channels/channel';
import type { Outgoing } from './outgoing';

/**
 * One attempt of which the receiver is told the trace: of a span of its own where traces are recorded, else the one that the
 * request came with. Never rejects.
 */
export async function tracedAttempt(
  outgoing: Outgoing,
  channel: Channel,
  tracing: Tracing | undefined,
): Promise<SendResult> {
  const span = tracing?.startClient(
    `notify ${outgoing.kind}`,
    {
      'fiware.subscription': outgoing.subscriptionId,
      'fiware.service': outgoing.service,
      'fiware.correlator': outgoing.correlator,
      'server.address': channel.targetOf(outgoing),
    },
    outgoing.trace,
  );
  const trace = span?.context ?? outgoing.trace;
  const result = await channel.send(
    trace === undefined ? outgoing : channel.withHeaders(outgoing, Object.entries(traceHeaders(trace))),
  );
  if (span !== undefined) endSpan(span, result);
  return result;
}

function endSpan(span: Span, result: SendResult): void {
  if (result.kind === 'failed') return span.end({ error: causeOf(result) });
  const { code } = result;
  span.end({
    attributes: { 'http.response.status_code': code },
    ...(code !== undefined && code >= 400 && { error: String(code) }),
  });
}
