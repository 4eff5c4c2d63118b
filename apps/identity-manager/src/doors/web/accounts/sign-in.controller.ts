import { Get, Inject, Post, Res } from '@nestjs/common';
import type { Clock } from '../../../service/clock';
import { CLOCK } from '../../../service/tokens';
import type { UserRow } from '../../../database/entities/user.row';
import { PublicPages } from '../../../pages/page.guard';
import { BrowserSession } from '../../../pages/browser-session';
import { FailedSignIn } from '../../../pages/failed-sign-in';
import { OldPassword } from '../../../pages/old-password';
import { HOME, safeNext } from '../../../pages/safe-next';
import { SignIn } from '../../../pages/sign-in.service';
import type { PageResponse, Visit } from '../../../pages/visit';

const passwordLifeMs = 365 * 86_400_000;

/** Signing in at the portal. */
@PublicPages('')
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: BrowserSession,
    private readonly failures: FailedSignIn,
    private readonly oldPassword: OldPassword,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(['', 'auth/login'])
  async page(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { request, response, session } = visit;
    if (session) return visit.go(safeNext(visit.query('next')));
    const failure = await this.failures.take(request, response);
    visit.show('login', { action: '/auth/login', next: visit.query('next'), ...failure });
  }

  @Post('auth/login')
  async login(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request, response } = visit;
    const next = safeNext(form.text('next'));
    const credentials = { login: form.text('email'), password: form.raw('password') };
    const session = await this.signIn.byPassword(request, response, credentials, { through: 'web' });
    if (session === 'second factor') return visit.go(`/auth/tfa_verify?next=${encodeURIComponent(next)}`);
    if (typeof session !== 'string') return this.enter(visit, session.user, next);
    this.failures.leave(response, session, credentials.login);
    visit.go(next === HOME ? '/auth/login' : `/auth/login?next=${encodeURIComponent(next)}`);
  }

  @Get('auth/tfa_verify')
  async codePage(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const pending = await this.sessions.findAny(visit.request);
    if (!pending?.row.secondFactorPending) visit.go('/auth/login');
    else this.showCode(visit, safeNext(visit.query('next')));
  }

  @Post('auth/tfa_verify')
  async code(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request, response } = visit;
    const next = safeNext(form.text('next'));
    const answer = { code: form.text('code'), rememberDevice: form.has('remember_device') };
    const session = await this.signIn.byCode(request, response, answer);
    if (session === 'no password') visit.go('/auth/login');
    else if (session) this.enter(visit, session.user, next);
    else this.showCode(visit, next, 'problem.code');
  }

  /** Passwords of ours that are older than a year should be changed, as in Keyrock, and so should generated ones. */
  private enter(visit: Visit, { passwordHash, datePassword }: UserRow, next: string): void {
    const isOld = passwordHash !== null && datePassword + passwordLifeMs <= this.clock.now();
    if (isOld) this.oldPassword.leave(visit.response);
    visit.go(next);
  }

  private showCode(visit: Visit, next: string, message?: string): void {
    visit.show('second-factor', { action: '/auth/tfa_verify', next, message }, message ? 401 : 200);
  }
}
