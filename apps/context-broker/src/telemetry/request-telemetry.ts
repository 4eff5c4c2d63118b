import { Inject, Injectable } from '@nestjs/common';
import { TRACING, type Tracing } from '@smart-city/telemetry';
import type { Answer } from '../http/answer';
import type { NgsiRequest } from '../http/ngsi-request';
import { HttpMetrics } from './http-metrics';

/** Counts requests, and gives each a span when traces are recorded. */
@Injectable()
export class RequestTelemetry {
  constructor(
    private readonly metrics: HttpMetrics,
    @Inject(TRACING) private readonly tracing: Tracing | undefined,
  ) {}

  /** Whether requests get spans; if not, nobody need tell of their arrival. */
  get isTracing(): boolean {
    return this.tracing !== undefined;
  }

  arrived(request: NgsiRequest): void {
    if (!this.tracing) return;
    const { method, resource, path } = request;
    // Without the query string: it may hold what is nobody's business.
    const attributes = {
      'http.request.method': method,
      'http.route': resource?.path,
      'url.path': path || '/',
    };
    request.span = this.tracing.startServer(
      `${method} ${resource?.path ?? ''}`.trim(),
      attributes,
      request.trace,
    );
  }

  answered(request: NgsiRequest, answer: Answer): void {
    this.metrics.answered(request, answer);
    if (!request.span) return;
    const { correlator, log } = request;
    request.span.end({
      attributes: {
        'http.response.status_code': answer.status,
        'fiware.correlator': correlator,
        'fiware.service': log.service,
        'fiware.service_path': log.servicePath,
      },
      ...(answer.status >= 500 && { error: String(answer.status) }),
    });
  }
}
