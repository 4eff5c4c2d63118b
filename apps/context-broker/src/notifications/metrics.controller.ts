import { Controller, Get } from '@nestjs/common';
import { textAnswer, type Answer } from '../http/answer';
import { NotificationMetrics } from './notification-metrics';

/** `/metrics`, in the text format of Prometheus. Beyond the reference. */
@Controller('/metrics')
export class MetricsController {
  constructor(private readonly metrics: NotificationMetrics) {}

  @Get()
  async show(): Promise<Answer> {
    return textAnswer(await this.metrics.registry.metrics());
  }
}
