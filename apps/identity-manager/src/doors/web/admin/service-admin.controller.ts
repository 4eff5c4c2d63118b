import { Get, Inject, Post, Res } from '@nestjs/common';
import { AllowAdmin } from '../../../access/rule';
import { Directory } from '../../../subjects/directory/directory.service';
import { OPTIONS, type Options } from '../../../cli/options';
import { SigningKeys } from '../../../subjects/keys/signing-keys.service';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse, Visit } from '../../../pages/visit';
import type { AuditFilter } from '../../../subjects/audit/audit-filter';
import { AuditReader } from '../../../subjects/audit/audit-reader.service';
import { MailServer } from '../../../subjects/mail/mail-server';
import { Mailer } from '../../../subjects/mail/mailer';
import { ServiceHealth } from './service-health.service';

const perPage = 50;
const dayMs = 86_400_000;

/** `2026-11-21` as the first milliseconds of that day, UTC. */
function dayOf(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function filterOf(visit: Visit): AuditFilter {
  const outcome = visit.query('outcome');
  const until = dayOf(visit.query('until'));
  return {
    event: visit.query('event').trim().slice(0, 60),
    who: visit.query('who').trim().slice(0, 255),
    outcome: outcome === 'success' || outcome === 'failure' ? outcome : '',
    from: dayOf(visit.query('from')),
    until: until === undefined ? undefined : until + dayMs,
  };
}

/** The service itself, for administrators: all applications, audit log, signing keys, health. */
@RulePages('idm/admins')
export class ServiceAdminController {
  constructor(
    private readonly directory: Directory,
    private readonly audit: AuditReader,
    private readonly keys: SigningKeys,
    private readonly health: ServiceHealth,
    private readonly mailServer: MailServer,
    private readonly mailer: Mailer,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  @Get('applications')
  @AllowAdmin()
  async applications(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const query = visit.query('q').trim().slice(0, 255);
    const count = await this.directory.countApplications(query);
    const pageCount = Math.max(1, Math.ceil(count / perPage));
    const page = Math.min(pageCount, Math.max(1, Number.parseInt(visit.query('page'), 10) || 1));
    const found = await this.directory.listApplications(query, perPage, (page - 1) * perPage);
    const opens = this.options.admin.managesEverything;
    visit.show('admin/applications', { tab: 'applications', found, count, page, pageCount, query, opens });
  }

  @Get('audit')
  @AllowAdmin()
  async auditLog(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const filter = filterOf(visit);
    const count = await this.audit.count(filter);
    const pageCount = Math.max(1, Math.ceil(count / perPage));
    const page = Math.min(pageCount, Math.max(1, Number.parseInt(visit.query('page'), 10) || 1));
    const lines = await this.audit.find(filter, perPage, (page - 1) * perPage);
    const values = Object.fromEntries(
      ['event', 'who', 'outcome', 'from', 'until'].map((name) => [name, visit.query(name)]),
    );
    visit.show('admin/audit', {
      tab: 'audit',
      lines,
      count,
      page,
      pageCount,
      values,
      filter: new URLSearchParams(values).toString(),
    });
  }

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
