import type { LogContext } from '@smart-city/logging';
import { traceIdOf, type Span } from '@smart-city/telemetry';

interface LoggedRequest {
  readonly correlator: string;
  readonly service: string;
  readonly clientAddress: string;
  readonly span: Span | undefined;
  header(name: string): string | undefined;
}

/** Clients say it themselves: no more of it goes into each log line. */
const LONGEST_ADDRESS = 64;

/** What lines of the log say of a request. @param transaction  its id */
export function requestLogContext(request: LoggedRequest, transaction: string): LogContext {
  const from = request.header('x-real-ip') || request.header('x-forwarded-for') || request.clientAddress;
  return {
    correlator: request.correlator,
    transaction,
    from: from.slice(0, LONGEST_ADDRESS),
    service: request.service,
    servicePath: request.header('fiware-servicepath') ?? '',
    ...(request.span && { traceId: traceIdOf(request.span.context) }),
  };
}

/** An address as people write it: IPv4 without the prefix that a socket for both families gives it. */
export const plainAddress = (address = 'IP unknown'): string =>
  address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
