import { Inject, Injectable } from '@nestjs/common';
import { DeprecationUsage } from '../admin/deprecations/deprecation-usage';
import { Metrics } from '../admin/metrics';
import { RequestCounters } from '../admin/request-counters';
import { RequestTimes } from '../admin/request-times';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { LogSummary } from '../logs/log-summary';
import { RequestLog } from '../logs/request-log';
import type { AnswerObserver } from './send-answer';

/** Everything that takes note of an answer after it has left, in order; what is switched off is not in the list. */
@Injectable()
export class AnswerObservers {
  private readonly observers: readonly AnswerObserver[];

  constructor(
    @Inject(OPTIONS) options: BrokerOptions,
    requestLog: RequestLog,
    summary: LogSummary,
    metrics: Metrics,
    @Inject(RequestCounters) counters: RequestCounters,
    @Inject(RequestTimes) times: RequestTimes,
    usage: DeprecationUsage,
  ) {
    this.observers = [
      (request, answer) => requestLog.answered(request, answer),
      () => summary.countTransaction(),
      (request) => usage.answered(request),
      ...(options.statCounters
        ? [((request, answer) => counters.answered(request, answer)) satisfies AnswerObserver]
        : []),
      ...(options.statTiming ? [((request) => times.answered(request)) satisfies AnswerObserver] : []),
      ...(metrics.enabled
        ? [((request, answer) => metrics.answered(request, answer)) satisfies AnswerObserver]
        : []),
    ];
  }

  readonly answered: AnswerObserver = (request, answer) => {
    for (const observe of this.observers) observe(request, answer);
  };
}
