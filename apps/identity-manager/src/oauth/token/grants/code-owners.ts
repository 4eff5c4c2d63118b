import { Injectable } from '@nestjs/common';
import { UserFactsService } from '../../../pdp/user-facts.service';
import { AccessTokensService } from '../../../tokens/access-tokens.service';
import type { StoredCode } from '../../../tokens/authorization-codes.service';
import { invalidGrant } from '../../oauth-errors';

/** The user behind a code, and what a second use of it does to their tokens. */
@Injectable()
export class CodeOwners {
  constructor(
    private readonly users: UserFactsService,
    private readonly accessTokens: AccessTokensService,
  ) {}

  async checkEnabled({ userId, applicationId }: StoredCode): Promise<void> {
    const user = await this.users.find(userId, applicationId);
    if (!user?.enabled) throw invalidGrant('authorization code is invalid');
  }

  /** @throws OAuthError invalid_grant always, after the tokens of the code have ended */
  async refuseUsed(code: StoredCode): Promise<never> {
    await this.accessTokens.revokeFamily(code.familyId);
    throw invalidGrant('authorization code is invalid');
  }
}
