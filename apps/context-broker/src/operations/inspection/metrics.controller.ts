import { Controller, Get } from '@nestjs/common';
import { Registry } from 'prom-client';
import { AuthzObservations } from '../authz/authz-observations';
import { textAnswer, type Answer } from '../../http/answer';
import { ForOperators } from '../../http/route-facts';
import { StreamMetrics } from '../../core/streams/stream-metrics';
import { HttpMetrics } from '../../telemetry/http-metrics';
import { NotificationMetrics } from '../../core/notifications/notification-metrics';

/** `/metrics`, in the text format of Prometheus. Beyond the original. */
@Controller('/metrics')
@ForOperators()
export class MetricsController {
  constructor(
    private readonly notifications: NotificationMetrics,
    private readonly authz: AuthzObservations,
    private readonly http: HttpMetrics,
    private readonly streams: StreamMetrics,
  ) {}

  @Get()
  async show(): Promise<Answer> {
    this.http.watchProcess();
    const all = Registry.merge([
      this.http.registry,
      this.notifications.registry,
      this.authz.registry,
      this.streams.registry,
    ]);
    return textAnswer(await all.metrics());
  }
}
