import { Get, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { sendCsv } from '../../../pages/csv';
import { findPage } from '../../../pages/find-page';
import { Form } from '../../../pages/form';
import { markedRows } from '../../../pages/marked-rows';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { may } from '../../../subjects/roles/internal-permission';
import { TokensInUse } from '../../../subjects/tokens/tokens-in-use.service';
import { UsersService } from '../../../subjects/users/users.service';
import { askAboutTokens } from '../token-question';
import { TOKENS_HEAD, tokenListOf, tokenRows } from '../token-list';
import { applicationOf, frameOf } from './application-frame';

/** The tokens of an application that work at the moment, to be looked for and ended. */
@RulePages('idm/applications/:applicationId/tokens')
export class TokenPagesController {
  constructor(
    private readonly tokens: TokensInUse,
    private readonly users: UsersService,
  ) {}

  @Get()
  @AllowPermission(may.manageApplication)
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const list = tokenListOf(visit, scopeOf(request));
    const { rows: tokens, ...place } = await findPage(list.request, {
      count: () => this.tokens.count(list.search),
      page: (part) => this.tokens.list(list.search, part),
    });
    const { userId } = list.search;
    const user = userId === undefined ? undefined : await this.users.findById(userId);
    visit.show('applications/tokens', {
      ...frameOf(request, 'tokens'),
      request: list.request,
      ...place,
      tokens,
      shownUser: user,
    });
  }

  @Get('csv')
  @AllowPermission(may.manageApplication)
  csv(@Res() response: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { visit } = response.locals;
    const { search } = tokenListOf(visit, scopeOf(request));
    return sendCsv(response, 'tokens', TOKENS_HEAD, tokenRows(this.tokens.export(visit.actor, search)));
  }

  /** Asks before tokens end: the marked ones, or all of a user. */
  @Get('revoke')
  @AllowPermission(may.manageApplication)
  async ask(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { userId, marked } = readMarks(new Form(visit.request.query));
    if (userId === '' && marked.length === 0) return visit.go(pathOf(request), 'problem.choose');
    const user = userId === '' ? undefined : await this.users.findById(userId);
    const count = user ? await this.tokens.count({ ...scopeOf(request), userId: user.id }) : marked.length;
    // Of a user refresh tokens and codes end too, which the list of those in use does not count.
    if (count === 0 && !user) return visit.go(pathOf(request), 'flash.unchanged');
    askAboutTokens(visit, pathOf(request), { marked, count, user });
  }

  @Post('revoke')
  @AllowPermission(may.manageApplication)
  async revoke(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { userId, marked } = readMarks(visit.form);
    const scope = scopeOf(request);
    if (userId !== '') await this.tokens.revokeOf(visit.actor, userId, scope.applicationId);
    else for (const hash of marked) await this.tokens.revoke(visit.actor, scope, hash);
    visit.go(pathOf(request), 'flash.revoked');
  }
}

const readMarks = (form: Form) => ({
  userId: form.text('user').slice(0, 128),
  marked: markedRows(form),
});

const scopeOf = (request: ApiRequest) => ({ applicationId: applicationOf(request).id });

const pathOf = (request: ApiRequest) =>
  `/idm/applications/${encodeURIComponent(applicationOf(request).id)}/tokens`;
