import { Controller, Get, Inject, Post } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { Answer } from '../../http/answer';
import type { NgsiRequest } from '../../http/ngsi-request';
import { ForOperators, AsPage } from '../../http/route-facts';
import { ConsoleFrame } from '../console-frame';
import { cookieOf } from '../../http/cookie-of';
import { isSecure, SESSION_COOKIE, setCookie } from '../cookies';
import { FormTokens } from '../form-tokens';
import { PageFault } from '../page-fault';
import { CONSOLE } from '../addresses';
import { Visit } from '../visit';
import { WholeRequest } from '../whole-request';
import { IdentityLogin } from './identity-login';
import { PENDING_MS, PendingSignIns } from './pending-sign-in';
import { Sessions } from './sessions';

const PENDING_COOKIE = 'console_sign_in';
const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i;

/** Signing in to the console and out of it, with `-authz`. */
@Controller('/admin/console')
@ForOperators()
@AsPage()
export class SignInController {
  constructor(
    private readonly frame: ConsoleFrame,
    private readonly login: IdentityLogin,
    private readonly pending: PendingSignIns,
    private readonly sessions: Sessions,
    private readonly forms: FormTokens,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
  ) {}

  @Get('sign-in')
  signIn(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    return this.frame.answering(request, () => {
      const wanted = Visit.of(request, false).parameters.get('to') ?? '';
      const { pending, cookie } = this.pending.begin(wanted);
      const address = this.login.address(pending, this.returnUri(request));
      return Promise.resolve(
        redirect(address, setCookie(request, PENDING_COOKIE, cookie, PENDING_MS / 1000)),
      );
    });
  }

  /** Where the identity manager sends the browser back to. */
  @Get('return')
  return(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    return this.frame.answering(request, async () => {
      const { parameters } = Visit.of(request, false);
      const cookie = cookieOf(request, PENDING_COOKIE) ?? '';
      const pending = this.pending.end(cookie, parameters.get('state') ?? '');
      if (pending === undefined) throw new PageFault('BadRequest', 'fault.signInUnknown');
      const code = parameters.get('code');
      if (code === null || code === '') throw new PageFault('Forbidden', 'fault.signInIncomplete');
      const session = await this.login.session(
        { code, issuer: parameters.get('iss') },
        pending,
        this.returnUri(request),
      );
      return redirect(
        pending.returnTo,
        setCookie(request, SESSION_COOKIE, this.sessions.open(session)),
        setCookie(request, PENDING_COOKIE, '', 0),
      );
    });
  }

  @Post('sign-out')
  signOut(@WholeRequest() request: NgsiRequest): Promise<Answer> {
    return this.frame.answering(request, () => {
      this.forms.check(request, Visit.ofForm(request, false).text('form'));
      this.sessions.close(cookieOf(request, SESSION_COOKIE) ?? '');
      return Promise.resolve(redirect('/', setCookie(request, SESSION_COOKIE, '', 0)));
    });
  }

  /** Registered at the identity manager, which sends browsers nowhere else. @throws NgsiError  400 for a Host that is none */
  private returnUri(request: NgsiRequest): string {
    const { consoleUrl } = this.options;
    if (consoleUrl !== undefined) return `${consoleUrl}${CONSOLE}/return`;
    const host = request.header('host') ?? '';
    if (!HOST.test(host)) throw new PageFault('BadRequest', 'fault.noHost');
    return `${isSecure(request) ? 'https' : 'http'}://${host}${CONSOLE}/return`;
  }
}

const redirect = (address: string, ...cookies: readonly (readonly string[])[]): Answer =>
  new Answer(303, '', [
    'Location',
    address,
    'Cache-Control',
    'no-store',
    'Referrer-Policy',
    'no-referrer',
    ...cookies.flat(),
  ]);
