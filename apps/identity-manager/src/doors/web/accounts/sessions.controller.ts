import { Get, Param, Post, Res } from '@nestjs/common';
import { markedRows } from '../../../pages/marked-rows';
import { SignedInPages } from '../../../pages/page.guard';
import type { PageResponse } from '../../../pages/visit';
import { SessionsService } from '../../../subjects/sessions/sessions.service';
import { sessionListOf } from '../session-list';

const here = '/idm/settings/sessions';

/** The browsers in which one is signed in. */
@SignedInPages('idm/settings/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  async list(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const list = await sessionListOf(visit, this.sessions, visit.user.id);
    visit.show('idm/sessions', { ...list, current: visit.session?.row.sessionHash, tab: 'sessions' });
  }

  /** The marked ones. */
  @Post('end')
  async endMarked(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    const marked = markedRows(visit.form);
    if (marked.length === 0) return visit.go(here, 'problem.choose');
    for (const hash of marked) await this.sessions.endOne(visit.actor, hash);
    visit.go(here, 'flash.sessionsEnded');
  }

  @Post('end_others')
  async endOthers(@Res() { locals: { visit } }: PageResponse): Promise<void> {
    if (visit.session) await this.sessions.endOthers(visit.actor, visit.session);
    visit.go(here, 'flash.sessionsEnded');
  }

  @Post(':sessionHash/end')
  async endOne(
    @Res() { locals: { visit } }: PageResponse,
    @Param('sessionHash') hash: string,
  ): Promise<void> {
    await this.sessions.endOne(visit.actor, hash);
    visit.go(here, 'flash.sessionsEnded');
  }
}
