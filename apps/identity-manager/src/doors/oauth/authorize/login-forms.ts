import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CookieJar } from '../../../pages/cookies';
import { Csrf } from '../../../pages/csrf';

const failureCookie = 'login_failure';

/** What the login form leaves behind in the browser. */
@Injectable()
export class LoginForms {
  constructor(
    private readonly csrf: Csrf,
    private readonly cookies: CookieJar,
  ) {}

  check(request: Request): void {
    this.csrf.check(request);
  }

  rememberFailure(response: Response): void {
    this.cookies.write(response, failureCookie, 'invalid', 60_000);
  }

  /** One text for wrong user and wrong password, shown once. */
  takeFailure(request: Request, response: Response): string | undefined {
    if (this.cookies.read(request, failureCookie) === undefined) return undefined;
    this.cookies.remove(response, failureCookie);
    return 'problem.credentials';
  }
}
