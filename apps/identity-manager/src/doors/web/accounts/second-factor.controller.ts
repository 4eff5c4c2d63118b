import { Get, Inject, Post, Res } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { PasswordAgain } from '../../../subjects/users/password-again.service';
import { SecondFactorSetup } from '../../../subjects/users/second-factor-setup.service';
import { PageError } from '../../../pages/page-error';
import { SignedInPages } from '../../../pages/page.guard';
import { qrPath } from '../../../pages/qr-path';
import type { FormErrors } from '../../../pages/form';
import type { PageResponse, Visit } from '../../../pages/visit';

const place = { tab: 'settings', here: '/idm/settings/second_factor' } as const;

/** Switching one's second factor on and off. */
@SignedInPages('idm/settings/second_factor')
export class SecondFactorController {
  constructor(
    private readonly setup: SecondFactorSetup,
    private readonly again: PasswordAgain,
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
    const { form, user, request } = visit;
    if (!this.options.secondFactorEnabled || user.totpSecret !== null)
      throw new PageError(409, 'error.conflict');
    const problems: Record<string, string> = {};
    if (!(await this.again.isRight(user, form.raw('factor_password'), request.ip)))
      problems['factor_password'] = 'problem.password';
    const sealed = form.text('sealed');
    const codes = problems['factor_password']
      ? undefined
      : await this.setup.enable(user, {
          sealed,
          code: form.text('code'),
          keepSession: visit.session?.row.sessionHash,
        });
    if (codes) {
      this.again.record('user.second-factor.on', user, request.ip);
      return visit.show('idm/recovery-codes', { codes, ...place });
    }
    const proposal = this.setup.reopen(user, sealed) ?? this.setup.propose(user);
    this.showSetup(visit, proposal, problems['factor_password'] ? problems : { code: 'problem.code' });
  }

  @Post('disable')
  async disable(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form, user, request } = visit;
    if (!(await this.again.isRight(user, form.raw('factor_password'), request.ip)))
      return visit.showAgain('idm/second-factor-off', { factor_password: 'problem.password' }, place);
    await this.setup.disable(user.id);
    this.again.record('user.second-factor.off', user, request.ip);
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
