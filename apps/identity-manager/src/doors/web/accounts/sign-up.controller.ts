import { Get, Inject, Post, Res } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { AttemptLimiter } from '../../../limits/attempt-limiter';
import { AccountsService, present } from '../../../subjects/users/accounts.service';
import { countMail, Registrations } from '../../../subjects/users/registrations.service';
import type { UserRow } from '../../../database/entities/user.row';
import { CookieJar } from '../../../pages/cookies';
import type { FormErrors } from '../../../pages/form';
import { PublicPages } from '../../../pages/page.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { newPasswordFields } from './new-password-fields';

/** What shows that the browser which opens the mail is the one that signed up. */
const proofCookie = 'sign_up';
const proofLifeMs = 24 * 3_600_000;

/** Accounts of one's own: sign up, confirm the address . */
@PublicPages('')
export class SignUpController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly registrations: Registrations,
    private readonly limiter: AttemptLimiter,
    private readonly cookies: CookieJar,
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
    await countMail(this.limiter, wished.email, request.ip);
    const proof = await this.registrations.signUp(wished, visit.t, request.ip);
    this.cookies.write(visit.response, proofCookie, proof, proofLifeMs);
    visit.show('message', { heading: 'signUp.doneTitle', message: 'signUp.done', ...toSignIn });
  }

  /** The link only leads to a button: mail scanners open links, and a key works once. */
  @Get('activate')
  async activationPage(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const key = visit.query('activation_key');
    this.askForActivation(visit, key, (await this.whoChooses(visit, key)) !== undefined);
  }

  @Post('activate')
  async activate(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request } = visit;
    const { registrationRedirect } = this.options;
    const key = form.text('activation_key');
    const user = await this.whoChooses(visit, key);
    const password = user && form.raw('password1');
    if (user && password !== undefined) {
      const problems = present({
        password1: this.accounts.checkPassword(password, user.email),
        password2: password === form.raw('password2') ? undefined : 'problem.passwordsDiffer',
      });
      if (Object.keys(problems).length > 0) return this.askForActivation(visit, key, true, problems);
    }
    if (!(await this.registrations.activate(key, password, request.ip))) {
      const next = { link: '/confirmation', linkText: 'signIn.confirmation' };
      return visit.show('message', { heading: 'activate.title', message: 'problem.key', ...next }, 400);
    }
    if (registrationRedirect) visit.go(`${registrationRedirect.replace(/\/$/, '')}/?new_user=1`);
    else visit.go('/auth/login', 'flash.activated');
  }

  private whoChooses({ request }: Visit, key: string): Promise<UserRow | undefined> {
    return this.registrations.mustChoosePassword(key, this.cookies.read(request, proofCookie));
  }

  private askForActivation(
    visit: Visit,
    key: string,
    choosesPassword: boolean,
    errors: FormErrors = {},
  ): void {
    const page = {
      ask: 'activate',
      action: '/activate',
      carried: { activation_key: key },
      ...(choosesPassword && { text: 'activate.choose', fields: newPasswordFields }),
    };
    visit.show('ask', { ...page, errors }, Object.keys(errors).length > 0 ? 422 : 200);
  }

  @Get('confirmation')
  confirmationPage(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('ask', { ask: 'confirmation', action: '/confirmation', fields: [emailField] });
  }

  @Post('confirmation')
  async resend(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const email = visit.form.text('email');
    await countMail(this.limiter, email, visit.request.ip);
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
