import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowAdmin } from '../../../access/rule';
import { sendCsv } from '../../../pages/csv';
import { findPage } from '../../../pages/find-page';
import { Form } from '../../../pages/form';
import { markedRows } from '../../../pages/marked-rows';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { ConsentsService } from '../../../subjects/consents/consents.service';
import { TokensInUse } from '../../../subjects/tokens/tokens-in-use.service';
import { askAboutTokens } from '../token-question';
import { TOKENS_HEAD, tokenListOf, tokenRows } from '../token-list';
import { UserOverview } from './user-overview.service';
import { userPath } from './user-path';
import { userOf } from './user-of';

/** A user as administrators see them: all that they have, and all that can be done about it. */
@RulePages('idm/admins/users/:userId')
export class UserOverviewController {
  constructor(
    private readonly overview: UserOverview,
    private readonly consents: ConsentsService,
    private readonly tokens: TokensInUse,
  ) {}

  @Get()
  @AllowAdmin()
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    visit.show('admin/user', { tab: 'users', ...(await this.overview.of(userOf(request), visit.t)) });
  }

  @Post('consents/:consentedId/withdraw')
  @AllowAdmin()
  async withdraw(
    @Res() { locals: { visit } }: PageResponse,
    @Req() request: ApiRequest,
    @Param('consentedId') applicationId: string,
  ): Promise<void> {
    await this.consents.withdrawOf(visit.actor, userOf(request), applicationId);
    visit.go(`${userPath(userOf(request))}#consents`, 'flash.withdrawn');
  }

  @Get('tokens')
  @AllowAdmin()
  async tokenList(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const user = userOf(request);
    const list = tokenListOf(visit, { userId: user.id });
    const { rows: tokens, ...place } = await findPage(list.request, {
      count: () => this.tokens.count(list.search),
      page: (part) => this.tokens.list(list.search, part),
    });
    visit.show('admin/user-tokens', {
      tab: 'users',
      shownUser: user,
      request: list.request,
      ...place,
      tokens,
    });
  }

  @Get('tokens/csv')
  @AllowAdmin()
  tokenFile(@Res() response: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { visit } = response.locals;
    const { search } = tokenListOf(visit, { userId: userOf(request).id });
    return sendCsv(response, 'tokens', TOKENS_HEAD, tokenRows(this.tokens.export(visit.actor, search)));
  }

  @Get('tokens/revoke')
  @AllowAdmin()
  ask(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): void {
    const user = userOf(request);
    const marked = markedRows(new Form(visit.request.query));
    const back = `${userPath(user)}/tokens`;
    if (marked.length === 0) return visit.go(back, 'problem.choose');
    askAboutTokens(visit, back, { marked, count: marked.length });
  }

  @Post('tokens/revoke')
  @AllowAdmin()
  async revoke(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const user = userOf(request);
    for (const hash of markedRows(visit.form))
      await this.tokens.revoke(visit.actor, { userId: user.id }, hash);
    visit.go(`${userPath(user)}/tokens`, 'flash.revoked');
  }
}
