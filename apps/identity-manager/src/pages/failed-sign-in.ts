import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MailServer } from '../subjects/mail/mail-server';
import { CookieJar } from './cookies';

const cookieName = 'login_failure';
const longestName = 255;

/** Why a sign-in with a password came to nothing. */
export type SignInFailure = 'invalid' | 'unconfirmed' | 'addressTaken';

/** What the sign-in page says after a failure. */
export interface FailureNote {
  /** Message key. */
  readonly message?: string;
  /** The name that was typed. */
  readonly loginHint?: string;
}

/** What a sign-in that failed leaves behind in the browser for a moment: why, and the name, so that nobody types it again. */
@Injectable()
export class FailedSignIn {
  constructor(
    private readonly cookies: CookieJar,
    private readonly mail: MailServer,
  ) {}

  leave(response: Response, failure: SignInFailure, typed: string): void {
    const name = Buffer.from(typed.slice(0, longestName)).toString('base64url');
    this.cookies.write(response, cookieName, `${failure}.${name}`, 60_000);
  }

  /** Shown once. One text for a wrong name and a wrong password. */
  async take(request: Request, response: Response): Promise<FailureNote> {
    const value = this.cookies.read(request, cookieName);
    if (value === undefined) return {};
    this.cookies.remove(response, cookieName);
    const [failure = '', name = ''] = value.split('.', 2);
    return { message: await this.messageOf(failure), loginHint: Buffer.from(name, 'base64url').toString() };
  }

  private async messageOf(failure: string): Promise<string> {
    if (failure === 'addressTaken') return 'problem.addressTaken';
    if (failure !== 'unconfirmed') return 'problem.credentials';
    return (await this.mail.state()).works ? 'problem.unconfirmed' : 'problem.unconfirmedNoMail';
  }
}
