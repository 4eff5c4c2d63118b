import { Controller, Delete, Get, HttpCode, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ClientsService } from '../../../subjects/applications/clients.service';
import type { Client } from '../../../subjects/applications/client';
import { ApiError } from '../../../http/api-errors';
import { Pages } from '../../../pages/pages';
import { BrowserSession } from '../../../pages/browser-session';
import { Csrf } from '../../../pages/csrf';
import { Documented, Tag } from '../../../openapi/documented';
import { OAuthError } from '../oauth-errors';
import { AuthorizeErrorFilter } from './authorize-error.filter';
import {
  EndSessionParser,
  isOfSession,
  LOGOUT_PARAMETERS,
  logoutParameter,
  type EndSessionRequest,
} from './end-session';
import { signOut, signOutByForm, signOutByLink } from './logout-operations';
import { formTargetOf, withParameters } from './redirect-uri';

const PATH = '/auth/external_logout';

/** Characters of the address that a browser is sent to. */
const longestAddress = 16_000;

/** Keyrock's way: it names no user and asks none. */
const isOfKeyrock = (request: Request): boolean =>
  logoutParameter(request, '_method')?.toUpperCase() === 'DELETE';

/** Parameters that only OpenID Connect RP-initiated logout sends. */
const isOfOpenId = (request: Request): boolean =>
  ['post_logout_redirect_uri', 'id_token_hint', 'logout_hint'].some(
    (name) => logoutParameter(request, name) !== undefined,
  );

/** The link that asks for what a form asked. @throws OAuthError 414 when it would be too long */
function linkOf(request: Request): string {
  const names = isOfKeyrock(request) ? ['_method', ...LOGOUT_PARAMETERS] : LOGOUT_PARAMETERS;
  const asked = new URLSearchParams();
  for (const name of names) {
    const value = logoutParameter(request, name);
    if (value !== undefined) asked.set(name, value);
  }
  const link = `${PATH}?${asked.toString()}`;
  if (link.length > longestAddress) throw new OAuthError('invalid_request', 'The request is too long', 414);
  return link;
}

/** Only addresses that the application registered; anything else would be an open redirector. */
function signOutAddress(
  { signOutUris, url, redirectUris }: Client,
  wished: string | undefined,
): string | undefined {
  if (wished !== undefined && [...signOutUris, url, ...redirectUris].includes(wished)) return wished;
  return signOutUris[0] ?? url ?? undefined;
}

/** External logout as in Keyrock, and the end-session endpoint of OpenID Connect. */
@Tag('OAuth 2.0')
@Controller('auth')
export class LogoutController {
  constructor(
    private readonly clients: ClientsService,
    private readonly parser: EndSessionParser,
    private readonly sessions: BrowserSession,
    private readonly pages: Pages,
    private readonly csrf: Csrf,
  ) {}

  @Delete('external_logout')
  @Documented({ id: 'signOut', summary: 'End the session of the browser', ...signOut })
  logout(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.endAsKeyrock(request, response);
  }

  /** A link can only GET. */
  @Get('external_logout')
  @Documented({
    id: 'signOutByLink',
    summary: 'End the session of the browser: by OpenID Connect, or with _method=DELETE as with Keyrock',
    ...signOutByLink,
  })
  logoutByLink(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(request, response);
  }

  /** The form of Keyrock's example client; RP-initiated logout wants both methods (section 2), parameters in the body. */
  @Post('external_logout')
  @HttpCode(200)
  @Documented({
    id: 'signOutByForm',
    summary: 'The same by a form; its fields count as well',
    ...signOutByForm,
  })
  async logoutByForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    // The session's cookie (SameSite=Lax) comes with a link of another site, and not with its form.
    const mayHaveStayedBack = this.pages.areWantedBy(request) && this.sessions.idOf(request) === '';
    if (mayHaveStayedBack && (isOfKeyrock(request) || isOfOpenId(request)))
      return response.redirect(303, linkOf(request));
    return this.answer(request, response);
  }

  /** The answer to the question whether to sign out. */
  @Post('confirm_logout')
  @UseFilters(AuthorizeErrorFilter)
  @HttpCode(200)
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.csrf.check(request);
    await this.end(request, response, await this.parser.parse(request));
  }

  private answer(request: Request, response: Response): Promise<void> {
    if (isOfKeyrock(request)) return this.endAsKeyrock(request, response);
    if (isOfOpenId(request) || this.pages.areWantedBy(request)) return this.endSession(request, response);
    throw new ApiError(404, 'Path not found');
  }

  /** Ends the session that an id token names, and asks the user before any other end. */
  private async endSession(request: Request, response: Response): Promise<void> {
    const asked = await this.parse(request, response);
    if (!asked) return;
    const session = await this.sessions.findAny(request);
    if (!session || isOfSession(asked.hint, session)) return this.end(request, response, asked);
    this.ask(request, response, asked);
  }

  /** Undefined when a page said what is wrong; programs read it as an error of OAuth. */
  private async parse(request: Request, response: Response): Promise<EndSessionRequest | undefined> {
    try {
      return await this.parser.parse(request);
    } catch (error) {
      if (!(error instanceof OAuthError) || !this.pages.areWantedBy(request)) throw error;
      this.pages.send(response, error.status, 'error', { code: error.code, message: error.message });
      return undefined;
    }
  }

  private ask(request: Request, response: Response, { client, address }: EndSessionRequest): void {
    const carried = LOGOUT_PARAMETERS.flatMap((name) => {
      const value = logoutParameter(request, name);
      return value === undefined ? [] : [[name, value] as const];
    });
    this.pages.send(
      response,
      200,
      'sign-out',
      { action: '/auth/confirm_logout', application: client?.name, carried },
      address === undefined ? [] : [formTargetOf(address)],
    );
  }

  private async end(request: Request, response: Response, { address }: EndSessionRequest): Promise<void> {
    await this.sessions.signOut(request, response);
    if (address !== undefined) return response.redirect(request.method === 'POST' ? 303 : 302, address);
    this.showSignedOut(response);
  }

  private async endAsKeyrock(request: Request, response: Response): Promise<void> {
    const client = await this.findClient(request);
    if (!client) return this.refuse(request, response);
    // Who logged in at the portal itself stays logged in there.
    const session = await this.sessions.findAny(request);
    if (session?.row.oauthSignIn) await this.sessions.signOut(request, response);
    const address = signOutAddress(client, logoutParameter(request, 'post_logout_redirect_uri'));
    if (address === undefined) return this.showSignedOut(response);
    const state = logoutParameter(request, 'state');
    response.redirect(
      302,
      state === undefined ? address : withParameters(address, 'query', [['state', state]]),
    );
  }

  private showSignedOut(response: Response): void {
    this.pages.send(response, 200, 'message', { heading: 'signedOut.title', message: 'flash.signedOut' });
  }

  /** Programs get the words of Keyrock; whoever followed a link, a page. */
  private refuse(request: Request, response: Response): void {
    if (this.pages.areWantedBy(request))
      this.pages.send(response, 401, 'error', { code: '401', message: 'signedOut.unknown' });
    else response.status(401).json('Not allowed to perform logout or bad configured');
  }

  private async findClient(request: Request): Promise<Client | undefined> {
    const id = logoutParameter(request, 'client_id');
    if (id !== undefined) return this.clients.find(id);
    return this.clients.findByUrl(request.hostname);
  }
}
