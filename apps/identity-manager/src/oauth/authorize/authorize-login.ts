import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LoginService } from '../../users/login.service';
import { SecondFactor } from '../../users/second-factor.service';
import { Csrf } from '../../web/csrf';
import { Pages } from '../../web/pages';
import { SessionsService, type Session } from '../../web/sessions.service';
import type { AuthorizeRequest } from './authorize-request';

/** Login within an OAuth flow, with the second factor where the user has one. */
@Injectable()
export class AuthorizeLogin {
  constructor(
    private readonly logins: LoginService,
    private readonly secondFactors: SecondFactor,
    private readonly sessions: SessionsService,
    private readonly pages: Pages,
    private readonly csrf: Csrf,
  ) {}

  async byPassword(
    request: Request,
    response: Response,
    { client }: AuthorizeRequest,
    { login, password }: { readonly login: string; readonly password: string },
  ): Promise<Session | 'second factor' | undefined> {
    const user = await this.logins.login(login, password, {
      address: request.ip,
      through: 'authorize',
      applicationId: client.id,
    });
    if (!user) return undefined;
    const secondFactorPending = user.totpSecret !== null;
    const session = await this.sessions.start(request, response, user, {
      oauthSignIn: true,
      secondFactorPending,
    });
    if (!secondFactorPending) return session;
    this.showCodePage(request, response, undefined);
    return 'second factor';
  }

  /** The pending session of the password step says who the user is, never the form. */
  async byCode(
    request: Request,
    response: Response,
    _asked: AuthorizeRequest,
    code: string,
  ): Promise<Session | undefined> {
    const pending = await this.sessions.findAny(request);
    if (!pending) {
      response.redirect(302, request.originalUrl.replace('/authorize/second_factor', '/authorize'));
      return undefined;
    }
    if (await this.secondFactors.verify(pending.user, code, request.ip))
      return this.sessions.start(request, response, pending.user, { oauthSignIn: true });
    this.showCodePage(request, response, 'The code is wrong or was used already');
    return undefined;
  }

  private showCodePage(request: Request, response: Response, message: string | undefined): void {
    const action = request.originalUrl.replace(
      /\/authorize(\/second_factor)?(?=\?|$)/,
      '/authorize/second_factor',
    );
    this.pages.send(response, 200, 'second-factor', {
      action,
      csrf: this.csrf.fieldFor(request, response),
      message,
    });
  }
}
