import { Injectable } from '@nestjs/common';
import { CredentialStrategy, type Seen } from '../access/credentials';
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

  authenticate({ request }: Seen<Session>): void {
    const id = this.cookies.read(request, SESSION_COOKIE);
    if (id === undefined) this.fail();
    else this.sessions.find(id).then(this.success, this.error);
  }
}
