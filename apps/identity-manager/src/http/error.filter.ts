import { Catch, type ArgumentsHost, type ExceptionFilter, type Type } from '@nestjs/common';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import { errorFields, Logger } from '../service/logger';
import { answerErrorObject } from './client-error';
import { ERRORS_BELOW, segmentsBelow, type ErrorAnswers } from './error-answers';
import { logFailure } from './log-failure';

interface Door {
  readonly prefix: string;
  readonly answers: ErrorAnswers;
}

const errorObject: ErrorAnswers = {
  answer: (error, _request, response) => answerErrorObject(error, response),
};

/** Has each error answered by the door to whose paths it belongs, and logs those that are ours. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private found: readonly Door[] | undefined;

  constructor(
    private readonly log: Logger,
    private readonly discovery: DiscoveryService,
    private readonly modules: ModuleRef,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      this.log.error('request failed', { path: request.path, ...errorFields(error) });
      response.destroy();
      return;
    }
    this.answersOf(request.path).answer(error, request, response);
    logFailure(this.log, 'request failed', request.path, response.statusCode, error);
  }

  private answersOf(path: string): ErrorAnswers {
    this.found ??= this.doors();
    const below = this.found.flatMap(({ prefix, answers }) => {
      const segments = segmentsBelow(prefix, path);
      return segments === undefined ? [] : [{ segments, answers }];
    });
    return below.sort((a, b) => b.segments - a.segments)[0]?.answers ?? errorObject;
  }

  private doors(): readonly Door[] {
    return this.discovery.getProviders().flatMap(({ metatype }) => {
      const prefixes =
        typeof metatype === 'function'
          ? (Reflect.getMetadata(ERRORS_BELOW, metatype) as readonly string[] | undefined)
          : undefined;
      if (prefixes === undefined) return [];
      const answers = this.modules.get(metatype as Type<ErrorAnswers>, { strict: false });
      return prefixes.map((prefix) => ({ prefix, answers }));
    });
  }
}
