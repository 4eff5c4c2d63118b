import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAdmin } from '../../../access/rule';
import { markedRows } from '../../../pages/marked-rows';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { SessionsService } from '../../../subjects/sessions/sessions.service';
import { sessionListOf } from '../session-list';
import { userPath } from './user-path';
import { userOf } from './user-of';

/** The browsers in which somebody is signed in, for administrators. */
@RulePages('idm/admins/users/:userId/sessions')
export class UserSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @AllowAdmin()
  async list(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const user = userOf(request);
    const list = await sessionListOf(visit, this.sessions, user.id);
    visit.show('admin/user-sessions', { tab: 'users', shownUser: user, ...list });
  }

  /** The marked ones. */
  @Post('end')
  @AllowAdmin()
  async endMarked(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const user = userOf(request);
    const marked = markedRows(visit.form);
    const here = `${userPath(user)}/sessions`;
    if (marked.length === 0) return visit.go(here, 'problem.choose');
    for (const hash of marked) await this.sessions.endOneOf(visit.actor, user, hash);
    visit.go(here, 'flash.sessionsEnded');
  }

  @Post(':sessionHash/end')
  @AllowAdmin()
  async endOne(
    @Res() { locals: { visit } }: PageResponse,
    @Req() request: ApiRequest,
    @Param('sessionHash') hash: string,
  ): Promise<void> {
    await this.sessions.endOneOf(visit.actor, userOf(request), hash);
    visit.go(`${userPath(userOf(request))}#sessions`, 'flash.sessionsEnded');
  }
}
