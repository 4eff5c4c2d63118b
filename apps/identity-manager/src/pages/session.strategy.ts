import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CredentialStrategy } from '../access/credentials';
import { SessionsService, type Session } from '../subjects/sessions/sessions.service';
import { CookieJar } from './cookies';

/** Name of the cookie that has the id of the session. */
export const SESSION_COOKIE = 'session';

/** The session of a browser, also while its second factor is pending; the id travels in a cookie. */
@Injectable()
export class SessionStrategy extends CredentialStrategy<Session> {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: CookieJar,
  ) {
    super('session');
  }

  protected async verify(request: Request): Promise<Session | undefined> {
    const id = this.cookies.read(request, SESSION_COOKIE);
    return id === undefined ? undefined : this.sessions.find(id);
  }
}
