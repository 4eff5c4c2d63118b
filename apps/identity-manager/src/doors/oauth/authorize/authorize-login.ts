import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Form } from '../../../pages/form';
import { Pages } from '../../../pages/pages';
import type { SignInFailure } from '../../../pages/failed-sign-in';
import type { Session } from '../../../subjects/sessions/sessions.service';
import { SignIn } from '../../../pages/sign-in.service';
import type { AuthorizeRequest } from './authorize-request';
import { flowAddress } from './flow-address';

/** Login within an OAuth flow, with the second factor where the user has one. */
@Injectable()
export class AuthorizeLogin {
  constructor(
    private readonly signIn: SignIn,
    private readonly pages: Pages,
  ) {}

  async byPassword(
    request: Request,
    response: Response,
    { client }: AuthorizeRequest,
    credentials: { readonly login: string; readonly password: string },
  ): Promise<Session | 'second factor' | SignInFailure> {
    const place = { through: 'authorize', applicationId: client.id } as const;
    const session = await this.signIn.byPassword(request, response, credentials, place);
    if (session === 'second factor') this.showCodePage(request, response, undefined);
    return session;
  }

  async byCode(
    request: Request,
    response: Response,
    _asked: AuthorizeRequest,
    code: string,
  ): Promise<Session | undefined> {
    const rememberDevice = new Form(request.body).has('remember_device');
    const session = await this.signIn.byCode(request, response, { code, rememberDevice });
    if (session === 'no password') {
      response.redirect(302, flowAddress(request, 'authorize'));
      return undefined;
    }
    if (!session) this.showCodePage(request, response, 'problem.code');
    return session;
  }

  private showCodePage(request: Request, response: Response, message: string | undefined): void {
    const action = flowAddress(request, 'authorize/second_factor');
    // After a change of the language the flow goes on where it began.
    const here = flowAddress(request, 'authorize');
    this.pages.send(response, 200, 'second-factor', { action, message, here });
  }
}
