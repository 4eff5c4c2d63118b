import { Get, Inject, Post, Res } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { FailureLimiter } from '../../http/failure-limiter';
import { AccountsService } from '../../users/accounts.service';
import { countMail, Registrations } from '../../users/registrations.service';
import { PublicPages } from '../page.guard';
import type { PageResponse } from '../visit';

/** Accounts of one's own: sign up, confirm the address (spec section 8.1). */
@PublicPages('')
export class SignUpController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly registrations: Registrations,
    private readonly limiter: FailureLimiter,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get('sign_up')
  page(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('sign-up', { termsUrl: this.options.termsUrl });
  }

  @Post('sign_up')
  async signUp(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request } = visit;
    const wished = {
      username: form.text('username'),
      email: form.text('email'),
      password: form.raw('password1'),
      gravatar: form.has('use_gravatar'),
    };
    const { termsUrl } = this.options;
    const problems = {
      ...this.accounts.checkSignUp(wished, form.raw('password2')),
      ...(termsUrl !== undefined && !form.has('terms') && { terms: 'problem.terms' }),
    };
    if (Object.keys(problems).length > 0) {
      const values = {
        username: wished.username,
        email: wished.email,
        use_gravatar: String(wished.gravatar),
      };
      return visit.showAgain('sign-up', problems, { values, termsUrl });
    }
    countMail(this.limiter, wished.email, request.ip);
    await this.registrations.signUp(wished, visit.t, request.ip);
    visit.show('message', { heading: 'signUp.doneTitle', message: 'signUp.done', ...toSignIn });
  }

  /** The link only leads to a button: mail scanners open links, and a key works once. */
  @Get('activate')
  activationPage(@Res() { locals: { visit } }: PageResponse): void {
    const carried = { activation_key: visit.query('activation_key') };
    visit.show('ask', { ask: 'activate', action: '/activate', carried });
  }

  @Post('activate')
  async activate(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request } = visit;
    const { registrationRedirect } = this.options;
    if (!(await this.registrations.activate(form.text('activation_key'), request.ip))) {
      const next = { link: '/confirmation', linkText: 'signIn.confirmation' };
      return visit.show('message', { heading: 'activate.title', message: 'problem.key', ...next }, 400);
    }
    if (registrationRedirect) visit.go(`${registrationRedirect.replace(/\/$/, '')}/?new_user=1`);
    else visit.go('/auth/login', 'flash.activated');
  }

  @Get('confirmation')
  confirmationPage(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('ask', { ask: 'confirmation', action: '/confirmation', fields: [emailField] });
  }

  @Post('confirmation')
  async resend(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const email = visit.form.text('email');
    countMail(this.limiter, email, visit.request.ip);
    await this.registrations.resend(email, visit.t);
    visit.show('message', { heading: 'confirmation.title', message: 'recovery.sent', ...toSignIn });
  }
}

export const toSignIn = { link: '/auth/login', linkText: 'signIn.back' } as const;

export const emailField = {
  name: 'email',
  label: 'field.email',
  type: 'email',
  autocomplete: 'email',
  autofocus: true,
} as const;
