import { PlainHttp } from './route-facts';
import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OPTIONS, type Options } from '../cli/options';
import { forbidden, unauthorized } from './api-errors';
import { Metrics } from './metrics';
import { metricsRefusal } from './metrics-gate';

@PlainHttp()
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.options.metricsEnabled) throw new NotFoundException();
    const refusal = metricsRefusal(request, this.options.metrics);
    if (refusal === 403) throw forbidden('Metrics are served to the machine of the service only');
    if (refusal === 401) {
      response.set('WWW-Authenticate', 'Bearer realm="identity-manager"');
      throw unauthorized('The token of the metrics is wanted');
    }
    response
      .set('Content-Type', this.metrics.registry.contentType)
      .send(await this.metrics.registry.metrics());
  }
}
