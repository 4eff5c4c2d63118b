import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SecretCipher } from '../database/secret-cipher';
import { randomKey } from '../tokens/random-token';
import { CookieJar } from './cookies';
import { PageError } from './page-error';

/** Name of the cookie and of the form field. */
const name = '_csrf';

/**
 * Protects forms from other sites: the field is a signature of the browser's cookie, which only this service can
 * make, so neither a foreign page nor a foreign cookie is enough.
 */
@Injectable()
export class Csrf {
  constructor(
    private readonly cookies: CookieJar,
    private readonly cipher: SecretCipher,
  ) {}

  /** The value for the form's hidden field; sets the cookie when the browser has none. */
  fieldFor(request: Request, response: Response): string {
    let cookie = this.cookies.read(request, name);
    if (cookie === undefined || cookie.length > 100) {
      cookie = randomKey();
      this.cookies.write(response, name, cookie);
    }
    return this.sign(cookie);
  }

  /** @throws PageError 403 when the form did not come from a page of ours */
  check(request: Request): void {
    const cookie = this.cookies.read(request, name);
    const body: unknown = request.body;
    const field = typeof body === 'object' && body !== null && name in body ? body[name] : undefined;
    if (cookie === undefined || typeof field !== 'string' || !same(field, this.sign(cookie)))
      throw new PageError(403, 'invalid csrf token');
  }

  private sign(cookie: string): string {
    return this.cipher.sign('csrf', cookie);
  }
}

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
