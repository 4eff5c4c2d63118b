import { Get, Post, Res } from '@nestjs/common';
import { AllowAdmin } from '../../../access/rule';
import { counted } from '@smart-city/messages';
import { FormOnce } from '../../../pages/form-once';
import { problemsOf, problemsOfError } from '../../../pages/form-problems';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { MailServer } from '../../../subjects/mail/mail-server';
import type { Addressee } from '../../../subjects/users/addressees.repository';
import { Announcement } from '../../../subjects/users/announcement-input';
import { Announcements, type Addressees } from '../../../subjects/users/announcements.service';
import { readShape } from '../../../validation/read-shape';
import { FORM } from '../../../validation/rule';

/** Fields of the form are called like the members that they fill. */
const fieldNames = { subject: 'subject', body: 'body', target: 'target' } as const;

/** Nobody is chosen to begin with: a mail to all is no slip. */
const choices: ReadonlySet<string> = new Set(['all', 'organization', 'users']);

const isNamed = (to: string): boolean => choices.has(to) && to !== 'all';

const rowOf = ({ name, email, image }: Addressee) => ({
  face: { kind: email === undefined ? ('organizations' as const) : ('users' as const), image },
  name,
  ...(email !== undefined && { hint: email }),
});

/** Mails to all users, those of organizations, or some by name. */
@RulePages('idm/admins/notify')
export class NotifyController {
  constructor(
    private readonly announcements: Announcements,
    private readonly once: FormOnce,
    private readonly mail: MailServer,
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
    const { input, faults } = readShape(Announcement, values, FORM);
    const problems = {
      ...problemsOf(faults, fieldNames),
      ...(!choices.has(values.to) && { to: 'problem.addressees' }),
      ...(isNamed(values.to) && values.target === '' && { target: 'problem.required' }),
    };
    if (Object.keys(problems).length > 0)
      return visit.showAgain('admin/notify', problems, { tab: 'notify', values });
    let whom: Addressees;
    try {
      whom = await this.announcements.of(input);
    } catch (error) {
      return visit.showAgain('admin/notify', problemsOfError(error, fieldNames), { tab: 'notify', values });
    }
    if (!(await this.mail.check()).works)
      return visit.showAgain('admin/notify', { form: 'problem.notSent' }, { tab: 'notify', values });
    const { t } = visit;
    const isAnswered = visit.confirms({
      question: t('question.notify'),
      effects: [
        counted(t, 'question.mails', whom.addresses.length),
        ...(whom.unknown.length > 0 ? [t('notify.unknown', { names: whom.unknown.join(', ') })] : []),
      ],
      ...(whom.named.length > 0 && { rows: whom.named.map(rowOf) }),
      preview: { subject: input.subject, body: input.body },
      button: t('notify.send'),
      cancel: '/idm/admins/notify',
    });
    if (!isAnswered) return;
    if (!(await this.once.claim(visit))) return visit.go('/idm/admins/notify', 'flash.twice');
    this.announcements.send(visit.actor, input, whom.addresses);
    visit.go('/idm/admins/notify', 'flash.mailSent');
  }
}
