import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CookieJar } from './cookies';

const cookieName = 'old_password';

/**
 * A sign-in at the portal with a password that should be changed leads where every sign-in leads, as in Keyrock; the first page
 * of ours that is opened then asks for another password, once. A sign-in through an application asks for none.
 */
@Injectable()
export class OldPassword {
  constructor(private readonly cookies: CookieJar) {}

  leave(response: Response): void {
    this.cookies.write(response, cookieName, 'true', 60_000);
  }

  /** Whether this request opens that first page. */
  take(request: Request, response: Response): boolean {
    const isPage = request.method === 'GET' && /^\/idm(?:\/|$)/.test(request.path);
    if (!isPage || this.cookies.read(request, cookieName) === undefined) return false;
    this.cookies.remove(response, cookieName);
    return true;
  }
}
