import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../../subjects/audit/audit-log';
import { UserFactsService } from '../../../../subjects/decisions/user-facts.service';
import { AccessTokensService } from '../../../../subjects/tokens/access-tokens.service';
import type { AuthorizationCode } from '../../../../subjects/tokens/authorization-codes.repository';
import { invalidGrant } from '../../oauth-errors';

/** The user behind a code, and what a second use of it does to their tokens. */
@Injectable()
export class CodeOwners {
  constructor(
    private readonly users: UserFactsService,
    private readonly accessTokens: AccessTokensService,
    private readonly audit: AuditLog,
  ) {}

  async checkEnabled({ userId, applicationId }: AuthorizationCode): Promise<void> {
    const user = await this.users.find(userId, applicationId);
    if (!user?.enabled) throw invalidGrant('authorization code is invalid');
  }

  /** @throws OAuthError invalid_grant always, after the tokens of the code have ended */
  async refuseUsed(code: AuthorizationCode, address: string | undefined): Promise<never> {
    const { userId: actorId, applicationId } = code;
    this.audit.record({ event: 'code.reuse', outcome: 'failure', actorId, applicationId, address });
    await this.accessTokens.revokeFamily(code.familyId);
    throw invalidGrant('authorization code is invalid');
  }
}
