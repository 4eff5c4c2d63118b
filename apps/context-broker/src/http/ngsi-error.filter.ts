import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@smart-city/logging';
import { NgsiError } from '@smart-city/ngsi';
import type { Frame } from './broker-http.adapter';
import { faultAnswer } from './orion-error';
import type { SendAnswer } from './send-answer';

interface HijackableReply {
  readonly raw: Parameters<SendAnswer>[1];
  hijack(): unknown;
}

/** The one place where errors become answers: named ones as the catalogue says, others as a plain 500 and a log line. */
@Catch()
export class NgsiErrorFilter implements ExceptionFilter {
  constructor(
    private readonly send: SendAnswer,
    private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { ngsi } = http.getRequest<Frame>().raw;
    const reply = http.getResponse<HijackableReply>();
    reply.hijack();
    this.send(ngsi, reply.raw, faultAnswer(ngsi, this.toNgsiError(error, ngsi.log)));
  }

  private toNgsiError(error: unknown, context: Frame['raw']['ngsi']['log']): NgsiError {
    if (error instanceof NgsiError) return error;
    if (error instanceof HttpException && error.getStatus() === 404)
      return new NgsiError('BadRequest', 'Service not found. Check your URL as probably it is wrong.');
    this.log.error(
      `Runtime Error (${error instanceof Error ? (error.stack ?? error.message) : String(error)})`,
      context,
    );
    return new NgsiError('InternalServerError', 'internal error');
  }
}
