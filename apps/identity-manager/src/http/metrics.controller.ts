import { Controller, Get, Inject, NotFoundException, Res } from '@nestjs/common';
import type { Response } from 'express';
import { OPTIONS, type Options } from '../cli/options';
import { Metrics } from './metrics';

@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  async show(@Res() response: Response): Promise<void> {
    if (!this.options.metricsEnabled) throw new NotFoundException();
    response
      .set('Content-Type', this.metrics.registry.contentType)
      .send(await this.metrics.registry.metrics());
  }
}
