import { NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { answerErrorObject } from '../http/client-error';
import { ErrorsBelow, type ErrorAnswers } from '../http/error-answers';
import { Pages } from './pages';

/** A path that no route took: a page for people, the error object for programs. */
@ErrorsBelow('/')
export class UnknownPage implements ErrorAnswers {
  constructor(private readonly pages: Pages) {}

  answer(error: unknown, request: Request, response: Response): void {
    const isBrowser = request.method === 'GET' && this.pages.areWantedBy(request);
    if (!isBrowser || !(error instanceof NotFoundException)) return answerErrorObject(error, response);
    this.pages.send(response, 404, 'error', { code: '404', message: 'error.notFound' });
  }
}
