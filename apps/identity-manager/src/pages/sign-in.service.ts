import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NotFound } from '../faults/faults';
import { LoginService } from '../subjects/users/login.service';
import { rememberedMs, RememberedDevices } from '../subjects/sessions/remembered-devices.service';
import { SecondFactor } from '../subjects/users/second-factor.service';
import { BrowserSession } from './browser-session';
import { CookieJar } from './cookies';
import { FailedSignIn, type SignInFailure } from './failed-sign-in';
import type { Session } from '../subjects/sessions/sessions.service';

const deviceCookie = 'device';

/** Where a sign-in happens. */
export interface SignInPlace {
  readonly through: 'web' | 'authorize';
  readonly applicationId?: string;
}

/** Signing in with a browser: password, then the second factor unless the device is remembered. */
@Injectable()
export class SignIn {
  constructor(
    private readonly logins: LoginService,
    private readonly secondFactors: SecondFactor,
    private readonly devices: RememberedDevices,
    private readonly sessions: BrowserSession,
    private readonly cookies: CookieJar,
    private readonly failures: FailedSignIn,
  ) {}

  /**
   * The password step.
   *
   * @returns `second factor` when a code is still to come; why it failed, for the page: `FailedSignIn`
   * @throws TooMany after too many failures; DirectoryAway
   */
  async byPassword(
    request: Request,
    response: Response,
    { login, password }: { readonly login: string; readonly password: string },
    place: SignInPlace,
  ): Promise<Session | 'second factor' | SignInFailure> {
    const at = { address: request.ip, ...place };
    const { user, hindrance } = await this.logins.loginOnPage(login, password, at);
    if (!user) return hindrance ?? 'invalid';
    const secondFactorPending =
      user.totpSecret !== null &&
      !(await this.devices.isRemembered(user.id, this.cookies.read(request, deviceCookie)));
    const oauthSignIn = place.through === 'authorize';
    const start = { oauthSignIn, secondFactorPending };
    const session = await unlessGone(this.sessions.start(request, response, user, start));
    // To whoever signs in, a user that is gone is one that never was.
    if (!session) return 'invalid';
    return secondFactorPending ? 'second factor' : session;
  }

  /**
   * The code step. The pending session of the password step says who the user is, never the form.
   *
   * @returns undefined when the code is wrong or was used; `no password` when there was no password step, or its user is gone,
   *   which the sign-in page says as if they had never been
   * @throws TooMany after too many wrong codes
   */
  async byCode(
    request: Request,
    response: Response,
    { code, rememberDevice }: { readonly code: string; readonly rememberDevice: boolean },
  ): Promise<Session | 'no password' | undefined> {
    const pending = await this.sessions.findAny(request);
    if (!pending) return 'no password';
    if (!(await this.secondFactors.verify(pending.user, code, request.ip))) return undefined;
    const session = await unlessGone(this.enter(request, response, pending, rememberDevice));
    if (session) return session;
    await this.sessions.end(request, response);
    this.failures.leave(response, 'invalid', '');
    return 'no password';
  }

  private async enter(
    request: Request,
    response: Response,
    { row, user }: Session,
    rememberDevice: boolean,
  ): Promise<Session> {
    const session = await this.sessions.start(request, response, user, {
      oauthSignIn: row.oauthSignIn,
      amr: ['pwd', 'otp', 'mfa'],
    });
    if (rememberDevice)
      this.cookies.write(response, deviceCookie, await this.devices.remember(user.id), rememberedMs);
    return session;
  }
}

/** Undefined when the user is deleted at that moment. */
const unlessGone = (started: Promise<Session>): Promise<Session | undefined> =>
  started.catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
