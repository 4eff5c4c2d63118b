import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OPTIONS, type Options } from '../../../cli/options';
import {
  ConsentsService,
  sharableAttributes,
  type SharedAttribute,
} from '../../../subjects/consents/consents.service';
import { FailedSignIn } from '../../../pages/failed-sign-in';
import { acrOf, amrOf } from '../../../subjects/openid/authentication-context';
import { isFine } from '../../../subjects/openid/claims-parameter';
import type { Session } from '../../../subjects/sessions/sessions.service';
import { OAuthError } from '../oauth-errors';
import { AuthorizeError } from './authorize-parser';
import { AuthorizePages } from './authorize-pages';
import type { AuthorizeRequest } from './authorize-request';
import { AuthorizeResponder } from './authorize-responder';
import { AuthorizeLogin } from './authorize-login';

const sharedField = 'user_authorized_application[shared_attributes]';

const denied = (request: AuthorizeRequest) =>
  new AuthorizeError(
    request,
    new OAuthError('access_denied', 'Access denied: user denied access to application'),
  );

/**
 * What a session does not give: another user than was asked for, or an authentication context without which the client wants nothing
 * (OpenID Connect Core section 5.5.1.1).
 */
function refuseOther(asked: AuthorizeRequest, { user, row }: Session): void {
  const { expectedUserId, claims } = asked;
  if (expectedUserId !== undefined && expectedUserId !== user.id)
    throw new AuthorizeError(asked, new OAuthError('login_required', 'Another user is signed in'));
  const acr = claims.id_token['acr'];
  if (acr?.essential && !isFine(acr, acrOf(amrOf(row.amr))))
    throw new AuthorizeError(
      asked,
      new OAuthError('unmet_authentication_requirements', 'The authentication context was not reached'),
    );
}

/** What the consent form ticked; a single tick arrives as text, several as a list. */
function readShared(body: unknown): SharedAttribute[] {
  const raw =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[sharedField] : undefined;
  const ticked: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  return sharableAttributes.filter((name) => ticked.includes(name));
}

const field = (body: unknown, name: string): string => {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** The steps between a checked request and the redirect. */
@Injectable()
export class AuthorizeFlow {
  constructor(
    private readonly pages: AuthorizePages,
    private readonly logins: AuthorizeLogin,
    private readonly consents: ConsentsService,
    private readonly responder: AuthorizeResponder,
    private readonly failures: FailedSignIn,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /** The sign-in page, with why the last sign-in failed. */
  async showLogin(request: Request, response: Response, asked: AuthorizeRequest): Promise<void> {
    this.pages.login(request, response, asked, await this.failures.take(request, response));
  }

  /** The session of a good login; undefined when an answer was sent: the page for the code, or back to the form. */
  async login(request: Request, response: Response, asked: AuthorizeRequest): Promise<Session | undefined> {
    const login = field(request.body, 'email');
    const password = field(request.body, 'password');
    const session = await this.logins.byPassword(request, response, asked, { login, password });
    if (session === 'second factor') return undefined;
    if (typeof session !== 'string') return session;
    this.failures.leave(response, session, login);
    response.redirect(302, request.originalUrl);
    return undefined;
  }

  /** The session once the code was right; undefined when a page was sent instead. */
  secondFactor(request: Request, response: Response, asked: AuthorizeRequest): Promise<Session | undefined> {
    return this.logins.byCode(request, response, asked, field(request.body, 'code'));
  }

  /** Asks for consent when it is missing, else redirects with what was asked for. */
  async proceed(
    request: Request,
    response: Response,
    asked: AuthorizeRequest,
    session: Session,
    status: 302 | 303,
  ): Promise<void> {
    refuseOther(asked, session);
    if (this.options.oauth.askConsent && (await this.needsConsent(asked, session))) {
      if (asked.prompts.includes('none'))
        throw new AuthorizeError(asked, new OAuthError('consent_required', 'The user has not consented'));
      return this.pages.consent(request, response, asked, session.user);
    }
    await this.consents.record(session.user.id, asked.client.id);
    this.pages.answer(response, status, await this.responder.success(asked, session, request.ip));
  }

  /**
   * Takes the consent form's answer, and sends the user back to the client.
   *
   * @throws AuthorizeError access_denied when the user refused
   */
  async consent(
    request: Request,
    response: Response,
    asked: AuthorizeRequest,
    session: Session,
  ): Promise<void> {
    refuseOther(asked, session);
    if (field(request.body, 'deny') !== '') throw denied(asked);
    await this.consents.record(session.user.id, asked.client.id, readShared(request.body));
    this.pages.answer(response, 302, await this.responder.success(asked, session, request.ip));
  }

  private async needsConsent({ prompts, client }: AuthorizeRequest, { user }: Session): Promise<boolean> {
    return prompts.includes('consent') || !(await this.consents.hasConsented(user.id, client.id));
  }
}
