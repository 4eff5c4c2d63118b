import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { ApiRequest } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { may } from '../../../subjects/roles/internal-permission';
import { TokensInUse } from '../../../subjects/tokens/tokens-in-use.service';
import { RulePages } from '../../../pages/rule.guard';
import type { PageResponse } from '../../../pages/visit';
import { applicationOf, frameOf } from './application-frame';

const perPage = 25;

/** The tokens of an application that work at the moment, each with a button that ends it. */
@RulePages('idm/applications/:applicationId/tokens')
export class TokenPagesController {
  constructor(private readonly tokens: TokensInUse) {}

  @Get()
  @AllowPermission(may.manageApplication)
  async page(@Res() { locals: { visit } }: PageResponse, @Req() request: ApiRequest): Promise<void> {
    const { id } = applicationOf(request);
    const count = await this.tokens.count(id);
    const pageCount = Math.max(1, Math.ceil(count / perPage));
    const page = Math.min(pageCount, Math.max(1, Number.parseInt(visit.query('page'), 10) || 1));
    const tokens = await this.tokens.list(id, perPage, (page - 1) * perPage);
    visit.show('applications/tokens', { ...frameOf(request, 'tokens'), tokens, count, page, pageCount });
  }

  @Post(':tokenHash/revoke')
  @AllowPermission(may.manageApplication)
  async revoke(
    @Res() { locals: { visit } }: PageResponse,
    @Req() request: ApiRequest,
    @Param('tokenHash') hash: string,
  ): Promise<void> {
    const { id } = applicationOf(request);
    await this.tokens.revoke(visit.actor, id, hash);
    visit.go(`/idm/applications/${encodeURIComponent(id)}/tokens`, 'flash.revoked');
  }
}
