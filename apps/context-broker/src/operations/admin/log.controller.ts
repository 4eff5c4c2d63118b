import { Controller, Delete, Get, HttpCode, Inject, Put } from '@nestjs/common';
import { parseLogLevel } from '@smart-city/logging';
import { badRequest, NgsiError } from '@smart-city/context';
import { jsonAnswer, type Answer } from '../../http/answer';
import { Parameters, PathPart, PayloadSize } from '../../http/parameters';
import type { UrlParameters } from '../../http/url-parameters';
import { Allow, CountedAs, ForOperators } from '../../http/route-facts';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { DeprecationLog } from '../deprecations/deprecation-log';
import { TraceLevels } from '../../logs/trace-levels';

/** Between the members the original prints twelve blanks. */
const GAP = ' '.repeat(12);
const isSize = (text: string) => /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= 2_147_483_647;

/** `/admin/log` and `/log/trace`. */
@Controller()
@ForOperators()
export class LogController {
  constructor(
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly deprecations: DeprecationLog,
    private readonly traces: TraceLevels,
  ) {}

  @Get('/admin/log')
  @Allow('PUT')
  show(): Answer {
    const { level, payloadMaxSize, lineMaxSize } = this.log;
    const members = [
      `"level":"${level}"`,
      `"infoPayloadMaxSize":${payloadMaxSize}`,
      `"lineMaxSize":${lineMaxSize}`,
      `"deprecate":${this.deprecations.enabled}`,
    ];
    return jsonAnswer(`{${members.join(`,${GAP}`)}}`);
  }

  /**
   * What stands before the faulty parameter is applied all the same.
   *
   * @throws NgsiError  400; 501 for a request with a payload
   */
  @Put('/admin/log')
  @HttpCode(200)
  change(@PayloadSize() payloadSize: number, @Parameters() { values }: UrlParameters): void {
    if (payloadSize > 0) throw new NgsiError('NotImplemented', 'Request Treat function not implemented');
    const [lineMaxSize, payloadMaxSize, deprecate, level] = [
      'lineMaxSize',
      'infoPayloadMaxSize',
      'deprecate',
      'level',
    ].map((name) => values.get(name));
    if (
      lineMaxSize === undefined &&
      payloadMaxSize === undefined &&
      deprecate === undefined &&
      level === undefined
    )
      throw badRequest('log config missing', 'no log configs in URI param');
    if (lineMaxSize !== undefined) {
      if (!isSize(lineMaxSize))
        throw badRequest('invalid lineMaxSize, lineMaxSize should be an integer number > 0');
      this.log.lineMaxSize = Number(lineMaxSize);
    }
    if (payloadMaxSize !== undefined) {
      if (!isSize(payloadMaxSize))
        throw badRequest('invalid infoPayloadMaxSize, infoPayloadMaxSize should be an integer number > 0');
      this.log.payloadMaxSize = Number(payloadMaxSize);
    }
    if (deprecate !== undefined) this.deprecations.enabled = deprecate.toLowerCase() === 'true';
    if (level !== undefined) {
      const parsed = parseLogLevel(level);
      if (!parsed) throw badRequest('invalid log level', `invalid log level in URI param (${level})`);
      this.log.level = parsed;
    }
  }

  @Get('/log/trace')
  @CountedAs('/log/trace[/{level}]')
  showTrace(): Answer {
    return traceAnswer('tracelevels', this.traces.render());
  }

  @Delete('/log/trace')
  clearTrace(): Answer {
    this.traces.clear();
    return traceAnswer('tracelevels', 'all trace levels off');
  }

  @Put('/log/trace/:levels')
  @CountedAs('/log/trace[/{level}]')
  setTrace(@PathPart('levels') list: string): Answer {
    if (!isLevelList(list)) return POORLY_FORMATTED;
    this.traces.replace(list);
    return traceAnswer('tracelevels', list);
  }

  @Delete('/log/trace/:levels')
  removeTrace(@PathPart('levels') list: string): Answer {
    if (!isLevelList(list)) return POORLY_FORMATTED;
    this.traces.remove(list);
    return traceAnswer('tracelevels_removed', list);
  }
}

const isLevelList = (text: string) => /^[0-9\-,']*$/.test(text);
const traceAnswer = (name: string, value: string) => jsonAnswer(`{"${name}":${JSON.stringify(value)}}`);
const POORLY_FORMATTED = traceAnswer('tracelevels', 'poorly formatted trace level string');
