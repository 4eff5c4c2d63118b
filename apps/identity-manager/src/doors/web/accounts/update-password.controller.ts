import { Get, Post, Res } from '@nestjs/common';
import { OwnAccount } from '../../../subjects/users/own-account.service';
import { GENERATED } from '../../../subjects/users/generated-password';
import { SignedInPages } from '../../../pages/page.guard';
import { BrowserSession } from '../../../pages/browser-session';
import type { FormErrors } from '../../../pages/form';
import { safeNext } from '../../../pages/safe-next';
import type { PageResponse, Visit } from '../../../pages/visit';
import { changePassword, newPasswordFields } from './change-password';

const oldPasswordField = {
  name: 'old_password',
  label: 'field.oldPassword',
  type: 'password',
  autocomplete: 'current-password',
} as const;

/** A password that was generated, or is older than a year, changed right after the sign-in. */
@SignedInPages('update_password')
export class UpdatePasswordController {
  constructor(
    private readonly own: OwnAccount,
    private readonly sessions: BrowserSession,
  ) {}

  @Get()
  page(@Res() { locals: { visit } }: PageResponse): void {
    this.show(visit);
  }

  @Post()
  async change(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { user, request, response } = visit;
    const problems = await changePassword(this.own, visit);
    if (problems) return this.show(visit, problems);
    await this.sessions.start(request, response, user, { oauthSignIn: false });
    visit.go(safeNext(visit.query('next')), 'flash.passwordChanged');
  }

  private show(visit: Visit, errors: FormErrors = {}): void {
    const fields = [oldPasswordField, ...newPasswordFields];
    const next = safeNext(visit.query('next'));
    const page = {
      ask: 'updatePassword',
      text: visit.user.datePassword === GENERATED ? 'updatePassword.generated' : 'updatePassword.text',
      action: `/update_password?next=${encodeURIComponent(next)}`,
      fields,
      link: next,
      linkText: 'updatePassword.later',
    };
    visit.show('ask', { ...page, errors }, Object.keys(errors).length > 0 ? 422 : 200);
  }
}
