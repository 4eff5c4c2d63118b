import {
  applyDecorators,
  Controller,
  Inject,
  Injectable,
  UseFilters,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { OPTIONS, type Options } from '../cli/options';
import { BrowserSession } from './browser-session';
import { Csrf } from './csrf';
import { OldPassword } from './old-password';
import { NewPasswordWanted, PageError, SignInNeeded } from './page-error';
import { PageFilter } from './page.filter';
import { Pages } from './pages';
import { readPicture, takesPicture } from './picture-form';
import { Visit } from './visit';

/** Starts every visit of a page: no pages in headless mode, no form without our token, who is signed in. */
@Injectable()
export class PageGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: BrowserSession,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    if (this.options.headless) throw new PageError(501, 'error.headless');
    const session = await this.sessions.find(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (takesPicture(this.reflector, context)) {
        // Nothing of a stranger's upload is read.
        if (!session) throw new SignInNeeded('/idm');
        await readPicture(request, response);
      }
      this.csrf.check(request);
    }
    response.locals['visit'] = new Visit(request, response, this.pages, session);
    return true;
  }
}

const visitOf = (context: ExecutionContext): Visit =>
  context.switchToHttp().getResponse<Response>().locals['visit'] as Visit;

@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(private readonly oldPassword: OldPassword) {}

  canActivate(context: ExecutionContext): boolean {
    const { session, request, response } = visitOf(context);
    if (!session) throw new SignInNeeded(request.method === 'GET' ? request.originalUrl : '/idm');
    if (this.oldPassword.take(request, response)) throw new NewPasswordWanted(request.originalUrl);
    return true;
  }
}

/** Pages for everybody. */
export const PublicPages = (...paths: string[]) =>
  applyDecorators(Controller(paths), UseGuards(PageGuard), UseFilters(PageFilter));

/** Pages for whoever is signed in; others are sent to the sign-in page and back. */
export const SignedInPages = (...paths: string[]) =>
  applyDecorators(Controller(paths), UseGuards(PageGuard, SignedInGuard), UseFilters(PageFilter));
