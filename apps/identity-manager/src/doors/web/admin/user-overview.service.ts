import { Injectable } from '@nestjs/common';
import type { UserRow } from '../../../database/entities/user.row';
import type { Translate } from '@smart-city/messages';
import { MyApplications } from '../../../subjects/applications/my-applications.service';
import { AuditReader } from '../../../subjects/audit/audit-reader.service';
import { ConsentsService } from '../../../subjects/consents/consents.service';
import { OrganizationsService } from '../../../subjects/organizations/organizations.service';
import { SessionsService } from '../../../subjects/sessions/sessions.service';
import { TokensInUse } from '../../../subjects/tokens/tokens-in-use.service';
import { withBrowser } from '../session-list';
import { AuditWords } from './audit-words';

/** Of sessions, tokens and entries of the audit log; the rest is on pages of their own. */
const mostShown = 8;

const latest = { descending: true, limit: mostShown, offset: 0 } as const;

/** Gathers what there is of one user. */
@Injectable()
export class UserOverview {
  constructor(
    private readonly applications: MyApplications,
    private readonly organizations: OrganizationsService,
    private readonly sessions: SessionsService,
    private readonly consents: ConsentsService,
    private readonly tokens: TokensInUse,
    private readonly audit: AuditReader,
  ) {}

  async of(user: UserRow, t: Translate) {
    const { id } = user;
    const lines = await this.audit.latestOf(user, mostShown);
    const logins = { userId: id, text: '' };
    const sessions = await this.sessions.pageOf(logins, { ...latest, sort: 'seen' });
    const applications = await this.applications.withRoles(user);
    return {
      shownUser: { ...user, hasSecondFactor: user.totpSecret !== null },
      codesLeft: user.totpRecovery?.length ?? 0,
      lastLogin: (await this.audit.latestLoginOf(user)) ?? rememberedLogin(user),
      sessionCount: await this.sessions.countOf(logins),
      sessions: sessions.map(withBrowser),
      applications,
      organizations: await this.organizations.ofUser(id),
      consents: await this.consents.list(id),
      tokenCount: await this.tokens.count({ userId: id }),
      tokens: await this.tokens.list({ userId: id }, { ...latest, sort: 'created' }),
      lines,
      words: new AuditWords(t, await this.audit.namesIn(lines)),
    };
  }
}

/** The audit log knows the address too, but does not go back for ever. */
const rememberedLogin = ({ lastSignInAt }: UserRow) =>
  lastSignInAt === 0 ? undefined : { occurredAt: lastSignInAt, address: null };
