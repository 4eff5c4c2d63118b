import { Get, Inject, Post, Res } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { SignUp } from '../../../subjects/users/user-input';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';
import { Registrations } from '../../../subjects/users/registrations.service';
import { CookieJar } from '../../../pages/cookies';
import type { FormErrors } from '../../../pages/form';
import { PublicPages } from '../../../pages/page.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import { MailServer } from '../../../subjects/mail/mail-server';
import { differentPasswords, newPasswordFields } from './change-password';
import { noMail } from './no-mail';

/** What shows that the browser which opens the mail is the one that signed up. */
const proofCookie = 'sign_up';
const proofLifeMs = 24 * 3_600_000;

const signUpMailed = { heading: 'signUp.doneTitle', message: 'signUp.done' } as const;
const signUpNotMailed = { heading: 'signUp.waitsTitle', message: 'signUp.waits' } as const;

const fieldNames = { username: 'username', email: 'email', password: 'password1' } as const;

/** Accounts of one's own: sign up, confirm the address . */
@PublicPages('')
export class SignUpController {
  constructor(
    private readonly registrations: Registrations,
    private readonly cookies: CookieJar,
    private readonly mail: MailServer,
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
    const { input, faults } = readShape(SignUp, wished, FORM);
    const problems = {
      ...problemsOf([...faults, ...this.registrations.problemsOf(input)], fieldNames),
      ...differentPasswords(form),
      ...(termsUrl !== undefined && !form.has('terms') && { terms: 'problem.terms' }),
    };
    const showAgain = (errors: FormErrors) => {
      const values = {
        username: wished.username,
        email: wished.email,
        use_gravatar: String(wished.gravatar),
      };
      return visit.showAgain('sign-up', errors, { values, termsUrl });
    };
    if (Object.keys(problems).length > 0) return showAgain(problems);
    let proof: string;
    try {
      proof = await this.registrations.signUp(input, visit.t, request.ip);
    } catch (error) {
      return showAgain(problemsOfError(error, fieldNames));
    }
    this.cookies.write(visit.response, proofCookie, proof, proofLifeMs);
    const isMailed = (await noMail(this.mail)) === undefined;
    const said = isMailed ? signUpMailed : signUpNotMailed;
    visit.show('message', { ...said, ...toSignIn });
  }

  /** The link only leads to a button: mail scanners open links, and a key works once. */
  @Get('activate')
  async activationPage(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const key = visit.query('activation_key');
    this.askForActivation(
      visit,
      key,
      (await this.registrations.mustChoosePassword(key, this.cookies.read(visit.request, proofCookie))) !==
        undefined,
    );
  }

  @Post('activate')
  async activate(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request } = visit;
    const { registrationRedirect } = this.options;
    const key = form.text('activation_key');
    const proof = this.cookies.read(request, proofCookie);
    const different = differentPasswords(form);
    if (different) return this.askForActivation(visit, key, true, different);
    let isActive: boolean;
    try {
      const password = form.raw('password1');
      isActive = await this.registrations.activate(key, { proof, password }, request.ip);
    } catch (error) {
      return this.askForActivation(visit, key, true, problemsOfError(error, { password: 'password1' }));
    }
    if (!isActive) {
      const next = { link: '/confirmation', linkText: 'signIn.confirmation' };
      return visit.show('message', { heading: 'activate.title', message: 'problem.key', ...next }, 400);
    }
    if (registrationRedirect) visit.go(`${registrationRedirect.replace(/\/$/, '')}/?new_user=1`);
    else visit.go('/auth/login', 'flash.activated');
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
  async confirmationPage(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const page = { ask: 'confirmation', action: '/confirmation', fields: [emailField] };
    visit.show('ask', { ...page, warning: await noMail(this.mail) });
  }

  @Post('confirmation')
  async resend(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    await this.registrations.resend(visit.form.text('email'), visit.t, visit.request.ip);
    const message = (await noMail(this.mail)) ?? 'recovery.sent';
    visit.show('message', { heading: 'confirmation.title', message, ...toSignIn });
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
