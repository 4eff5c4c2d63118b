import { Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ClientsService } from '../../../subjects/applications/clients.service';
import type { Client } from '../../../subjects/applications/client';
import { ApiError } from '../../../http/api-errors';
import { Pages } from '../../../pages/pages';
import { BrowserSession } from '../../../pages/browser-session';
import { Documented, Tag } from '../../../openapi/documented';
import { signOut, signOutByForm, signOutByLink } from './logout-operations';
import { withParameters } from './redirect-uri';

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A parameter of the address, else of the form. */
function parameter({ query, body }: Request, name: string): string | undefined {
  const form: unknown = body;
  const inForm = typeof form === 'object' && form !== null && Object.hasOwn(form, name);
  return text(query[name]) ?? (inForm ? text((form as Record<string, unknown>)[name]) : undefined);
}

/** Keyrock's `_method=DELETE`, or what OpenID Connect RP-initiated logout sends. */
const isLogout = (request: Request): boolean =>
  parameter(request, '_method')?.toUpperCase() === 'DELETE' ||
  parameter(request, 'post_logout_redirect_uri') !== undefined ||
  parameter(request, 'id_token_hint') !== undefined;

/** The link that asks for what a form asked; without the ID token, which counts only by being there. */
function linkOf(request: Request): string {
  const asked = new URLSearchParams({ _method: 'DELETE' });
  for (const name of ['client_id', 'post_logout_redirect_uri', 'state']) {
    const value = parameter(request, name);
    if (value !== undefined) asked.set(name, value);
  }
  return `/auth/external_logout?${asked.toString()}`;
}

/** Only addresses that the application registered; anything else would be an open redirector. */
function signOutAddress(
  { signOutUris, url, redirectUris }: Client,
  wished: string | undefined,
): string | undefined {
  if (wished !== undefined && [...signOutUris, url, ...redirectUris].includes(wished)) return wished;
  return signOutUris[0] ?? url ?? undefined;
}

/** External logout, also the end-session endpoint of OpenID Connect. */
@Tag('OAuth 2.0')
@Controller('auth/external_logout')
export class LogoutController {
  constructor(
    private readonly clients: ClientsService,
    private readonly sessions: BrowserSession,
    private readonly pages: Pages,
  ) {}

  @Delete()
  @Documented({ id: 'signOut', summary: 'End the session of the browser', ...signOut })
  logout(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.end(request, response);
  }

  /** A link can only GET. */
  @Get()
  @Documented({
    id: 'signOutByLink',
    summary: 'End the session of the browser, with _method=DELETE or a sign-out address',
    ...signOutByLink,
  })
  logoutByLink(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.endIfMeant(request, response);
  }

  /** The form of Keyrock's example client; RP-initiated logout wants both methods (section 2), parameters in the body. */
  @Post()
  @HttpCode(200)
  @Documented({
    id: 'signOutByForm',
    summary: 'The same by a form; its fields count as well',
    ...signOutByForm,
  })
  async logoutByForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    // The session's cookie (SameSite=Lax) comes with a link of another site, and not with its form.
    const mayHaveStayedBack = this.pages.areWantedBy(request) && this.sessions.idOf(request) === '';
    if (mayHaveStayedBack && isLogout(request)) return response.redirect(303, linkOf(request));
    return this.endIfMeant(request, response);
  }

  private async endIfMeant(request: Request, response: Response): Promise<void> {
    if (isLogout(request)) return this.end(request, response);
    if (!this.pages.areWantedBy(request)) throw new ApiError(404, 'Path not found');
    this.pages.send(response, 404, 'error', { code: '404', message: 'error.notFound' });
  }

  private async end(request: Request, response: Response): Promise<void> {
    const client = await this.findClient(request);
    if (!client) return this.refuse(request, response);
    // Who logged in at the portal itself stays logged in there.
    const session = await this.sessions.findAny(request);
    if (session?.row.oauthSignIn) await this.sessions.signOut(request, response);
    const address = signOutAddress(client, parameter(request, 'post_logout_redirect_uri'));
    if (address === undefined)
      return this.pages.send(response, 200, 'message', {
        heading: 'signedOut.title',
        message: 'flash.signedOut',
      });
    const state = parameter(request, 'state');
    response.redirect(
      302,
      state === undefined ? address : withParameters(address, 'query', [['state', state]]),
    );
  }

  /** Programs get the words of Keyrock; whoever followed a link, a page. */
  private refuse(request: Request, response: Response): void {
    if (this.pages.areWantedBy(request))
      this.pages.send(response, 401, 'error', { code: '401', message: 'signedOut.unknown' });
    else response.status(401).json('Not allowed to perform logout or bad configured');
  }

  private async findClient(request: Request): Promise<Client | undefined> {
    const id = parameter(request, 'client_id');
    if (id !== undefined) return this.clients.find(id);
    return this.clients.findByUrl(request.hostname);
  }
}
