import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CookieJar } from './cookies';

const cookieName = 'flash';

/** One line shown on the next page. The cookie only holds a message key, so it cannot carry foreign text. */
@Injectable()
export class FlashMessages {
  constructor(private readonly cookies: CookieJar) {}

  leave(response: Response, key: string): void {
    this.cookies.write(response, cookieName, key, 60_000);
  }

  take(request: Request, response: Response): string | undefined {
    const key = this.cookies.read(request, cookieName);
    if (key === undefined) return undefined;
    this.cookies.remove(response, cookieName);
    return /^(?:flash|problem)\.\w{1,40}$/.test(key) ? key : undefined;
  }
}
