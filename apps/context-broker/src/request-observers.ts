import { Inject, Injectable } from '@nestjs/common';
import { DeprecationUsage } from './operations/deprecations/deprecation-usage';
import { Metrics } from './operations/admin/metrics';
import { RequestCounters } from './operations/admin/request-counters';
import { RequestTimes } from './operations/admin/request-times';
import { OPTIONS, type BrokerOptions } from './cli/options';
import { LogSummary } from './logs/log-summary';
import { RequestLog } from './logs/request-log';
import { RequestTelemetry } from './telemetry/request-telemetry';
import type { RequestObserver } from './http/answer-writer';

type Arrived = NonNullable<RequestObserver['arrived']>;
type Answered = RequestObserver['answered'];

/** Everything that takes note of requests and answers, in order; what is switched off is not in the lists. */
@Injectable()
export class RequestObservers implements RequestObserver {
  readonly arrived: Arrived | undefined;
  readonly answered: Answered;

  constructor(
    @Inject(OPTIONS) options: BrokerOptions,
    requestLog: RequestLog,
    summary: LogSummary,
    metrics: Metrics,
    @Inject(RequestCounters) counters: RequestCounters,
    @Inject(RequestTimes) times: RequestTimes,
    usage: DeprecationUsage,
    telemetry: RequestTelemetry,
  ) {
    const arrived: readonly Arrived[] = [
      ...(telemetry.isTracing ? [((request) => telemetry.arrived(request)) satisfies Arrived] : []),
      ...(options.statCounters ? [((request) => counters.arrived(request)) satisfies Arrived] : []),
    ];
    const answered: readonly Answered[] = [
      (request, answer) => telemetry.answered(request, answer),
      (request, answer) => requestLog.answered(request, answer),
      () => summary.countTransaction(),
      (request) => usage.answered(request),
      (request, answer) => request.face.answered?.(request, answer),
      ...(options.statCounters ? [((request) => counters.answered(request)) satisfies Answered] : []),
      ...(options.statTiming ? [((request) => times.answered(request)) satisfies Answered] : []),
      ...(metrics.enabled
        ? [((request, answer) => metrics.answered(request, answer)) satisfies Answered]
        : []),
    ];
    this.arrived =
      arrived.length === 0
        ? undefined
        : (request) => {
            for (const note of arrived) note(request);
          };
    this.answered = (request, answer) => {
      for (const note of answered) note(request, answer);
    };
  }
}
