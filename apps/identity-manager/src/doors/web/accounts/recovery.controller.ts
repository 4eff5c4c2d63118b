import { Get, Post, Res } from '@nestjs/common';
import { DirectoryAccounts } from '../../../subjects/users/directory-accounts.service';
import { Recovery } from '../../../subjects/users/recovery.service';
import { problemsOfError } from '../../../pages/form-problems';
import { PublicPages } from '../../../pages/page.guard';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';
import { MailServer } from '../../../subjects/mail/mail-server';
import { differentPasswords, newPasswordFields } from './change-password';
import { noMail } from './no-mail';
import { emailField, toSignIn } from './sign-up.controller';

/** A forgotten password, a lost second factor. */
@PublicPages('')
export class RecoveryController {
  constructor(
    private readonly recovery: Recovery,
    private readonly mail: MailServer,
    private readonly directory: DirectoryAccounts,
  ) {}

  @Get('password/request')
  async requestPage(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const page = { ask: 'recovery', action: '/password/request', fields: [emailField] };
    const also = this.directory.isOn ? 'recovery.directory' : undefined;
    visit.show('ask', { ...page, also, warning: await noMail(this.mail) });
  }

  @Post('password/request')
  async request(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const email = visit.form.text('email');
    await this.recovery.requestReset(email, visit.t, visit.request.ip);
    const message = (await noMail(this.mail)) ?? 'recovery.sent';
    visit.show('message', { heading: 'recovery.title', message, ...toSignIn });
  }

  @Get('password/reset')
  async resetPage(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const key = visit.query('reset_key');
    if (await this.recovery.ownerOfResetKey(key)) this.askPassword(visit, key);
    // Without a key nobody did anything wrong: Keyrock shows its page too.
    else this.keyIsOld(visit, key === '' ? 200 : 400);
  }

  @Post('password/reset')
  async reset(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request } = visit;
    const key = form.text('reset_key');
    const password = form.raw('password1');
    const different = differentPasswords(form);
    if (different) return this.askPassword(visit, key, different);
    try {
      if (await this.recovery.reset(key, password, request.ip)) visit.go('/auth/login', 'flash.passwordSet');
      else this.keyIsOld(visit);
    } catch (error) {
      this.askPassword(visit, key, problemsOfError(error, { password: 'password1' }));
    }
  }

  @Get('auth/avoid_2fa')
  async lostPage(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const page = { ask: 'lostFactor', action: '/auth/avoid_2fa', fields: [emailField] };
    visit.show('ask', { ...page, warning: await noMail(this.mail) });
  }

  @Post('auth/avoid_2fa')
  async lost(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const email = visit.form.text('email');
    await this.recovery.requestSecondFactorOff(email, visit.t, visit.request.ip);
    const message = (await noMail(this.mail)) ?? 'recovery.sent';
    visit.show('message', { heading: 'lostFactor.title', message, ...toSignIn });
  }

  @Get('auth/disable_2fa')
  offPage(@Res() { locals: { visit } }: PageResponse): void {
    const carried = { disable_2fa_key: visit.query('disable_2fa_key') };
    visit.show('ask', { ask: 'factorOff', action: '/auth/disable_2fa', carried });
  }

  @Post('auth/disable_2fa')
  async off(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, request } = visit;
    if (await this.recovery.secondFactorOff(form.text('disable_2fa_key'), request.ip))
      visit.go('/auth/login', 'flash.factorOff');
    else this.keyIsOld(visit);
  }

  private askPassword(visit: Visit, key: string, errors: FormErrors = {}): void {
    const page = {
      ask: 'newPassword',
      action: '/password/reset',
      carried: { reset_key: key },
      fields: newPasswordFields,
    };
    visit.show('ask', { ...page, errors }, Object.keys(errors).length > 0 ? 422 : 200);
  }

  private keyIsOld(visit: Visit, status = 400): void {
    const next = { link: '/password/request', linkText: 'signIn.forgot' };
    visit.show('message', { heading: 'recovery.title', message: 'problem.key', ...next }, status);
  }
}
