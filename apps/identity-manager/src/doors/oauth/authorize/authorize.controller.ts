import { CountedByPath } from '../../../http/route-facts';
import { Controller, Get, HttpCode, Inject, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Clock } from '../../../service/clock';
import { CLOCK } from '../../../service/tokens';
import { BrowserSession } from '../../../pages/browser-session';
import { Csrf } from '../../../pages/csrf';
import type { Session } from '../../../subjects/sessions/sessions.service';
import { OAuthError } from '../oauth-errors';
import { AuthorizeErrorFilter } from './authorize-error.filter';
import { AuthorizeFlow } from './authorize-flow';
import { AuthorizeError, AuthorizeParser } from './authorize-parser';
import type { AuthorizeRequest } from './authorize-request';
import { addressOfPosted } from './posted-request';
import { PAGE } from '../../../openapi/content';
import { Documented, Tag } from '../../../openapi/documented';
import { query } from '../../../openapi/parameters';

const question = [
  query('response_type', '`code`, `token`, `id_token`, or several of them', true),
  query('client_id', 'Id of the application', true),
  query('redirect_uri', 'One of the registered URIs'),
  query('state', 'Given back as it is'),
  query('scope', 'bearer, jwt, permanent, openid, profile, email, address, phone, groups, offline_access'),
  query('response_mode', '`query`, `fragment` or `form_post`'),
  query('nonce', 'Comes back in the ID token; needed where one leaves by the redirect'),
  query('prompt', '`none`, `login`, `consent`, `select_account`'),
  query('max_age', 'Seconds since the login at most'),
  query('login_hint', 'Username to begin with'),
  query('id_token_hint', 'An ID token of the user who should be signed in, expired or not'),
  query('acr_values', 'Authentication contexts that are wished for'),
  query('claims', 'Claims that are asked for (OpenID Connect Core section 5.5)'),
  query('ui_locales', 'Languages of the pages'),
  query('code_challenge', 'PKCE (RFC 7636)'),
  query('code_challenge_method', 'S256'),
];

/** RFC 6749 sections 4.1.1 and 4.2.1: login, consent, and back to the client. */
@Tag('OAuth 2.0')
@Controller(['oauth2', 'idm/applications/:issuer/oauth2'])
@UseFilters(AuthorizeErrorFilter)
export class AuthorizeController {
  constructor(
    private readonly parser: AuthorizeParser,
    private readonly flow: AuthorizeFlow,
    private readonly sessions: BrowserSession,
    private readonly csrf: Csrf,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('authorize')
  @CountedByPath()
  @Documented({
    id: 'authorize',
    summary: 'Log a user in for an application (authorization code or implicit grant)',
    query: question,
    success: 'Log-in page',
    answers: PAGE,
    others: {
      302: { description: 'Back to the application, with code or token' },
      400: { description: 'What is wrong with the address that came', content: PAGE },
    },
  })
  async start(@Req() request: Request, @Res() response: Response): Promise<void> {
    const asked = await this.parser.parse(request);
    const session = await this.sessions.find(request);
    if (!session || this.mustLoginAgain(asked, session)) {
      if (asked.prompts.includes('none'))
        throw new AuthorizeError(asked, new OAuthError('login_required', 'No login'));
      return this.flow.showLogin(request, response, asked);
    }
    return this.flow.proceed(request, response, asked, session, 302);
  }

  /**
   * The login form, or an authorization request that came as a form (OpenID Connect Core section 3.1.2.1). The browser arrives at the client with 303, so it never repeats the password there.
   */
  @Post('authorize')
  @CountedByPath()
  @HttpCode(200)
  async login(@Req() request: Request, @Res() response: Response): Promise<void> {
    const address = addressOfPosted(request);
    if (address !== undefined) return response.redirect(303, address);
    this.csrf.check(request);
    const asked = await this.parser.parse(request);
    const session = await this.flow.login(request, response, asked);
    if (session) await this.flow.proceed(request, response, asked, session, 303);
  }

  @Post('authorize/second_factor')
  @HttpCode(200)
  async secondFactor(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.csrf.check(request);
    const asked = await this.parser.parse(request);
    const session = await this.flow.secondFactor(request, response, asked);
    if (session) await this.flow.proceed(request, response, asked, session, 303);
  }

  /** The consent form. */
  @Post('enable_app')
  @HttpCode(200)
  async consent(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.csrf.check(request);
    const asked = await this.parser.parse(request);
    const session = await this.sessions.find(request);
    if (!session) return this.flow.showLogin(request, response, asked);
    await this.flow.consent(request, response, asked, session);
  }

  private mustLoginAgain(
    { prompts, maxAgeSeconds, expectedUserId }: AuthorizeRequest,
    { row, user }: Session,
  ): boolean {
    if (prompts.includes('login') || prompts.includes('select_account')) return true;
    if (expectedUserId !== undefined && expectedUserId !== user.id) return true;
    return maxAgeSeconds !== undefined && this.clock.now() - row.authTime > maxAgeSeconds * 1000;
  }
}
