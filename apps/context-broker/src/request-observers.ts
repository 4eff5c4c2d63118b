import { Inject, Injectable } from '@nestjs/common';
import { DeprecationUsage } from './admin/deprecations/deprecation-usage';
import { Metrics } from './admin/metrics';
import { RequestCounters } from './admin/request-counters';
import { RequestTimes } from './admin/request-times';
import { OPTIONS, type BrokerOptions } from './cli/options';
import { LogSummary } from './logs/log-summary';
import { RequestLog } from './logs/request-log';
import { RequestTelemetry } from './telemetry/request-telemetry';
import type { NgsiRequest } from './http/ngsi-request';
import type { AnswerObserver } from './http/send-answer';

/** Everything that takes note of requests and answers, in order; what is switched off is not in the list. */
@Injectable()
export class RequestObservers {
  private readonly observers: readonly AnswerObserver[];

  constructor(
    @Inject(OPTIONS) private readonly options: BrokerOptions,
    requestLog: RequestLog,
    summary: LogSummary,
    metrics: Metrics,
    @Inject(RequestCounters) private readonly counters: RequestCounters,
    @Inject(RequestTimes) times: RequestTimes,
    usage: DeprecationUsage,
    private readonly telemetry: RequestTelemetry,
  ) {
    this.observers = [
      (request, answer) => telemetry.answered(request, answer),
      (request, answer) => requestLog.answered(request, answer),
      () => summary.countTransaction(),
      (request) => usage.answered(request),
      (request, answer) => request.dialect?.answered(request, answer),
      ...(options.statTiming ? [((request) => times.answered(request)) satisfies AnswerObserver] : []),
      ...(metrics.enabled
        ? [((request, answer) => metrics.answered(request, answer)) satisfies AnswerObserver]
        : []),
    ];
  }

  /** Takes note of a request before it is checked. */
  readonly arrived = (request: NgsiRequest): void => {
    this.telemetry.arrived(request);
    if (this.options.statCounters) this.counters.arrived(request);
  };

  readonly answered: AnswerObserver = (request, answer) => {
    for (const observe of this.observers) observe(request, answer);
  };
}
