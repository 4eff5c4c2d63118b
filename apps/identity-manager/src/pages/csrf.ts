import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SecretCipher } from '../database/secret-cipher';
import { PublicUrl } from '../service/public-url';
import { randomKey } from '../service/random-token';
import { sameText } from '../service/same-text';
import { BrowserSession } from './browser-session';
import { CookieJar } from './cookies';
import { comesFromElsewhere } from './form-origin';
import { PageError } from './page-error';

/** Name of the cookie and of the form field. */
const name = '_csrf';

/**
 * Protects forms from other sites: the field is a signature of the browser's cookie and session, which only this
 * service can make, so neither a foreign page nor a foreign cookie is enough, and a field of an earlier session is
 * stale.
 */
@Injectable()
export class Csrf {
  constructor(
    private readonly cookies: CookieJar,
    private readonly session: BrowserSession,
    private readonly cipher: SecretCipher,
    private readonly url: PublicUrl,
  ) {}

  /** The value for the form's hidden field; sets the cookie when the browser has none. */
  fieldFor(request: Request, response: Response): string {
    const pending: unknown = response.locals[name];
    let cookie = typeof pending === 'string' ? pending : this.cookies.read(request, name);
    if (cookie === undefined || cookie.length > 100) {
      cookie = randomKey();
      response.locals[name] = cookie;
      this.cookies.write(response, name, cookie);
    }
    const salt = randomBytes(9).toString('base64url');
    return `${salt}.${this.sign(salt, cookie, this.session.idOf(request, response))}`;
  }

  /**
   * Call it for everything that changes something, once its body was read: a body that nobody reads has no token.
   *
   * @throws PageError 403 when the form did not come from a page of ours, or from one of another session;
   *   415 for an upload where none is taken
   */
  check(request: Request): void {
    const body: unknown = request.body;
    if (body === undefined && request.is('multipart/form-data')) throw new PageError(415, 'error.mediaType');
    if (comesFromElsewhere(request, this.url))
      throw new PageError(403, 'error.staleForm', 'form of another site');
    const field = typeof body === 'object' && body !== null && name in body ? body[name] : undefined;
    const cookie = this.cookies.read(request, name);
    const [salt = '', signature = ''] = typeof field === 'string' ? field.split('.') : [];
    if (!cookie || !sameText(signature, this.sign(salt, cookie, this.session.idOf(request))))
      throw new PageError(403, 'error.staleForm', 'invalid csrf token');
  }

  /** Another text each time for the same cookie and session: a compressed page must not give it away. */
  private sign(salt: string, cookie: string, sessionId: string): string {
    return this.cipher.sign('csrf', `${salt}\n${cookie}\n${sessionId}`);
  }
}
