import { Get, Inject, Post, Res } from '@nestjs/common';
import { AllowAdmin } from '../../../access/rule';
import { OPTIONS, type Options } from '../../../cli/options';
import { SigningKeys } from '../../../subjects/keys/signing-keys.service';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { MailServer } from '../../../subjects/mail/mail-server';
import { Mailer } from '../../../subjects/mail/mailer';
import { ServiceHealth } from './service-health.service';

/** The service itself, for administrators: signing keys, mail, health. */
@RulePages('idm/admins')
export class ServiceAdminController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly health: ServiceHealth,
    private readonly mailServer: MailServer,
    private readonly mailer: Mailer,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get('service')
  @AllowAdmin()
  async service(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { algorithm } = this.options.oidc;
    const rotates = algorithm === 'RS256' || algorithm === 'ES256';
    visit.show('admin/service', {
      tab: 'service',
      health: await this.health.read(),
      mail: await this.mailServer.check(),
      keys: await this.keys.list(),
      algorithm,
      rotates,
    });
  }

  /** Mails to the administrator who asks, and waits to hear what becomes of it. */
  @Post('service/test_mail')
  @AllowAdmin()
  async testMail(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { t, user } = visit;
    const text = t('mail.test.text', { title: this.options.title });
    const isSent = await this.mailer.deliver({ to: user.email, subject: t('mail.test.subject'), text });
    visit.go('/idm/admins/service', isSent ? 'flash.testMailSent' : 'problem.testMail');
  }

  @Post('service/rotate_key')
  @AllowAdmin()
  async rotateKey(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { algorithm } = this.options.oidc;
    if (algorithm === 'RS256' || algorithm === 'ES256') {
      await this.keys.rotate(visit.actor, algorithm);
    }
    visit.go('/idm/admins/service', 'flash.keyRotated');
  }
}
