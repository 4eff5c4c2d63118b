import { Get, Post, Res } from '@nestjs/common';
import { AllowAdmin } from '../../../access/rule';
import { Sql } from '../../../database/sql';
import { present } from '../../../pages/form';
import { Mailer } from '../../../subjects/mail/mailer';
import { FormOnce } from '../../../pages/form-once';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';

const mostAddressees = 10_000;

/** Mails to all users, those of one organization, or listed ids. */
@RulePages('idm/admins/notify')
export class NotifyController {
  constructor(
    private readonly sql: Sql,
    private readonly mailer: Mailer,
    private readonly once: FormOnce,
  ) {}

  @Get()
  @AllowAdmin()
  page(@Res() { locals: { visit } }: PageResponse): void {
    visit.show('admin/notify', { tab: 'notify' });
  }

  @Post()
  @AllowAdmin()
  async send(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const { form } = visit;
    const values = {
      to: form.text('to'),
      target: form.text('target'),
      subject: form.text('subject'),
      body: form.text('body'),
    };
    const addresses = await this.addresses(values.to, values.target);
    const problems = present({
      subject:
        values.subject === ''
          ? 'problem.required'
          : /[\r\n]/.test(values.subject)
            ? 'problem.characters'
            : undefined,
      body: values.body === '' ? 'problem.required' : undefined,
      target: addresses.length === 0 ? 'problem.notFoundHere' : undefined,
    });
    if (Object.keys(problems).length > 0)
      return visit.showAgain('admin/notify', problems, { tab: 'notify', values });
    if (!(await this.once.claim(visit))) return visit.go('/idm/admins/notify', 'flash.twice');
    // One mail each, so that nobody reads the others' addresses.
    for (const to of addresses) this.mailer.send({ to, subject: values.subject, text: values.body });
    visit.record('users.notify', values.to, undefined, { mails: addresses.length, subject: values.subject });
    visit.go('/idm/admins/notify', 'flash.mailSent');
  }

  private async addresses(to: string, target: string): Promise<readonly string[]> {
    const ids = target
      .split(/[\s,]+/)
      .filter((id) => id !== '')
      .slice(0, 500);
    if (to !== 'all' && ids.length === 0) return [];
    const marks = ids.map(() => '?').join(', ');
    const where =
      to === 'all'
        ? ''
        : to === 'organization'
          ? ` AND id IN (SELECT user_id FROM memberships WHERE organization_id IN (${marks}))`
          : ` AND id IN (${marks})`;
    const rows = await this.sql.all<{ email: string }>(
      `SELECT email FROM users WHERE enabled = TRUE${where} ORDER BY id LIMIT ${mostAddressees}`,
      ...(to === 'all' ? [] : ids),
    );
    return rows.map(({ email }) => email);
  }
}
