import { Get, Inject, Post, Res } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { problemsOfError } from '../../../pages/form-problems';
import { MailServer } from '../../../subjects/mail/mail-server';
import { OwnAccount } from '../../../subjects/users/own-account.service';
import { BrowserSession } from '../../../pages/browser-session';
import { SignedInPages } from '../../../pages/page.guard';
import { TIME_ZONES } from '@smart-city/messages';
import { changePassword } from './change-password';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';

/** One's own account: password, e-mail address, leaving. */
@SignedInPages('idm/settings')
export class SettingsController {
  constructor(
    private readonly own: OwnAccount,
    private readonly browser: BrowserSession,
    private readonly mail: MailServer,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  page(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('idm/settings', this.view(visit));
  }

  @Post('password')
  async password(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { user, request, response } = visit;
    const problems = await changePassword(this.own, visit);
    if (problems) return this.again(visit, problems);
    // Every session is over; this browser gets a new one.
    await this.browser.start(request, response, user, { oauthSignIn: false });
    visit.go('/idm/settings', 'flash.passwordChanged');
  }

  @Post('email')
  async email(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form } = visit;
    const wished = { email: form.text('email'), password: form.raw('email_password') };
    // Nothing else can confirm the address.
    if (!(await this.mail.check()).works)
      return this.again(visit, { email: 'problem.noMail' }, { email: wished.email });
    try {
      await this.own.requestEmail(visit.actor, wished, visit.t);
    } catch (error) {
      const fields = { email: 'email', password: 'email_password' };
      return this.again(visit, problemsOfError(error, fields), { email: wished.email });
    }
    visit.go('/idm/settings', 'flash.emailSent');
  }

  @Get('email/verify')
  verifyPage(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('ask', {
      ask: 'verifyEmail',
      action: '/idm/settings/email/verify',
      carried: { verification_key: visit.query('verification_key') },
      link: '/idm/settings',
      linkText: 'settings.title',
    });
  }

  @Post('email/verify')
  async verify(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const changed = await this.own.confirmEmail(visit.actor, visit.form.text('verification_key'));
    if (changed) visit.go('/idm/settings', 'flash.emailChanged');
    else
      visit.show(
        'message',
        {
          heading: 'verifyEmail.title',
          message: 'problem.key',
          link: '/idm/settings',
          linkText: 'settings.title',
        },
        400,
      );
  }

  @Post('time_zone')
  async timeZone(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const zone = visit.form.text('time_zone');
    try {
      await this.own.chooseTimeZone(visit.actor, zone);
    } catch (error) {
      return this.again(visit, problemsOfError(error, { time_zone: 'time_zone' }));
    }
    visit.go('/idm/settings', 'flash.saved');
  }

  @Post('cancel')
  async cancel(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request, response } = visit;
    try {
      await this.own.delete(visit.actor, form.raw('cancel_password'));
    } catch (error) {
      const field = 'cancel_password';
      return this.again(visit, problemsOfError(error, { password: field, '': field }));
    }
    await this.browser.end(request, response);
    visit.go('/auth/login', 'flash.accountDeleted');
  }

  private again(visit: Visit, errors: FormErrors, values: Readonly<Record<string, unknown>> = {}): void {
    visit.showAgain('idm/settings', errors, { ...this.view(visit), values });
  }

  private view({ user }: Visit) {
    return {
      tab: 'settings',
      here: '/idm/settings',
      zones: TIME_ZONES,
      secondFactorOffered: this.options.secondFactorEnabled || user.totpSecret !== null,
    };
  }
}
