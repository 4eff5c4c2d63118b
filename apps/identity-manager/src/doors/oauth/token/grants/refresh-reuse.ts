import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../../../subjects/audit/audit-log';
import { OPTIONS, type Options } from '../../../../cli/options';
import { AccessTokensService } from '../../../../subjects/tokens/access-tokens.service';
import type { RefreshToken } from '../../../../subjects/tokens/tokens.repository';

/** What happens when a refresh token comes a second time. */
@Injectable()
export class RefreshReuse {
  constructor(
    private readonly accessTokens: AccessTokensService,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  async react(token: RefreshToken, address: string | undefined): Promise<void> {
    this.audit.record({
      event: 'token.reuse',
      outcome: 'failure',
      actorId: token.userId ?? undefined,
      applicationId: token.applicationId,
      address,
      details: { reaction: this.options.oauth.refreshReuse },
    });
    if (this.options.oauth.refreshReuse === 'revoke') await this.accessTokens.revokeFamily(token.familyId);
  }
}
