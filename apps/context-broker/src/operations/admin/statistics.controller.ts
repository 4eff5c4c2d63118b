import { Controller, Delete, Get, Inject } from '@nestjs/common';
import { renderString } from '@smart-city/context';
import { Answer, errorBody, jsonAnswer, NO_CONTENT } from '../../http/answer';
import { Parameter, Parameters } from '../../http/parameters';
import type { UrlParameters } from '../../http/url-parameters';
import { ForOperators } from '../../http/route-facts';
import { Metrics } from './metrics';
import { Statistics } from './statistics';
import { SUBSCRIPTION_CACHE, type SubscriptionCacheStatistics } from './statistics-ports';

const RESET = jsonAnswer('{"message":"All statistics counter reset"}');
const METRICS_OFF = new Answer(400, errorBody('BadRequest', 'metrics desactivated'));
/** The original's buffer for the list of ids. */
const MAX_IDS_LENGTH = 1024;
const SEMAPHORES = [
  'dbConnectionPool',
  'dbConnection',
  'request',
  'subCache',
  'transaction',
  'timeStat',
  'logMsg',
  'alarmMgr',
  'mqttMgr',
  'kafkaMgr',
  'metricsMgr',
  'connectionContext',
  'connectionEndpoints',
];
/** Nothing here waits for a semaphore: all are always free. */
const SEMAPHORE_STATES = jsonAnswer(`{${SEMAPHORES.map((name) => `"${name}":{"status":"free"}`).join(',')}}`);

/** `/statistics`, `/cache/statistics`, `/admin/metrics`, `/admin/sem`. */
@Controller()
@ForOperators()
export class StatisticsController {
  constructor(
    private readonly statistics: Statistics,
    private readonly metrics: Metrics,
    @Inject(SUBSCRIPTION_CACHE) private readonly cache: SubscriptionCacheStatistics,
  ) {}

  @Get('/statistics')
  show(@Parameters() { options }: UrlParameters): string {
    return this.statistics.render(options.has('fullCounters'));
  }

  @Delete('/statistics')
  reset(): Answer {
    this.statistics.reset();
    return RESET;
  }

  @Get('/cache/statistics')
  showCache(): Answer {
    const { ids, refreshes, inserts, removes, updates } = this.cache.read();
    const list = ids.join(', ');
    const shown = list.length > MAX_IDS_LENGTH ? 'too many subscriptions' : list;
    return jsonAnswer(
      `{"ids":${renderString(shown)},"refresh":${refreshes},"inserts":${inserts},"removes":${removes},"updates":${updates},"items":${ids.length}}`,
    );
  }

  @Delete('/cache/statistics')
  resetCache(): Answer {
    this.cache.reset();
    return RESET;
  }

  @Get('/admin/metrics')
  showMetrics(@Parameter('reset') reset: string | undefined): Answer | string {
    if (!this.metrics.enabled) return METRICS_OFF;
    const rendered = this.metrics.render();
    if (reset === 'true') this.metrics.reset();
    return rendered;
  }

  @Delete('/admin/metrics')
  resetMetrics(): Answer {
    if (!this.metrics.enabled) return METRICS_OFF;
    this.metrics.reset();
    return NO_CONTENT;
  }

  @Get('/admin/sem')
  semaphores(): Answer {
    return SEMAPHORE_STATES;
  }
}
