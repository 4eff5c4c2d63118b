import { Get, Inject, Post, Res } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { problemsOfError } from '../../../pages/form-problems';
import { SecondFactorSetup } from '../../../subjects/users/second-factor-setup.service';
import { PageError } from '../../../pages/page-error';
import { SignedInPages } from '../../../pages/page.guard';
import { qrPath } from '../../../pages/qr-path';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';

const place = { tab: 'settings', here: '/idm/settings/second_factor' } as const;

const fieldNames = { password: 'factor_password', code: 'code' } as const;

/** Switching one's second factor on and off. */
@SignedInPages('idm/settings/second_factor')
export class SecondFactorController {
  constructor(
    private readonly setup: SecondFactorSetup,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get()
  page(@Res() { locals: { visit } }: PageResponse): void {
    if (visit.user.totpSecret !== null) return visit.show('idm/second-factor-off', place);
    if (!this.options.secondFactorEnabled) throw new PageError(404, 'error.notFound');
    this.showSetup(visit, this.setup.propose(visit.user));
  }

  @Post('enable')
  async enable(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, user } = visit;
    if (!this.options.secondFactorEnabled || user.totpSecret !== null)
      throw new PageError(409, 'error.conflict');
    const sealed = form.text('sealed');
    const typed = { sealed, code: form.text('code'), password: form.raw('factor_password') };
    try {
      const codes = await this.setup.enable(visit.actor, typed, visit.session?.row.sessionHash);
      visit.show('idm/recovery-codes', { codes, ...place });
    } catch (error) {
      const proposal = this.setup.reopen(user, sealed) ?? this.setup.propose(user);
      this.showSetup(visit, proposal, problemsOfError(error, fieldNames));
    }
  }

  @Post('disable')
  async disable(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    try {
      await this.setup.disable(visit.actor, visit.form.raw('factor_password'));
    } catch (error) {
      return visit.showAgain('idm/second-factor-off', problemsOfError(error, fieldNames), place);
    }
    visit.go('/idm/settings', 'flash.factorOff');
  }

  private showSetup(
    visit: Visit,
    proposal: ReturnType<SecondFactorSetup['propose']>,
    errors: FormErrors = {},
  ): void {
    const status = Object.keys(errors).length > 0 ? 422 : 200;
    visit.show('idm/second-factor-on', { ...proposal, qr: qrPath(proposal.uri), errors, ...place }, status);
  }
}
