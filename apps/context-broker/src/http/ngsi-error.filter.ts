import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { AnswerFault } from './answer-fault';
import type { NgsiRequest } from './ngsi-request';
import type { Reply } from './answer-writer';

/** The one place where errors of handlers, guards and parameters become answers. */
@Catch()
export class NgsiErrorFilter implements ExceptionFilter {
  constructor(private readonly answerFault: AnswerFault) {}

  catch(fault: unknown, host: ArgumentsHost): void {
    const [request, reply] = host.getArgs<[NgsiRequest, Reply]>();
    reply.send(this.answerFault(request, fault));
  }
}
