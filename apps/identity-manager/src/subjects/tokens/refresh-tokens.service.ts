import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type { Step } from '../../database/dialect';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { AuditLog } from '../audit/audit-log';
import { AccessTokensService } from './access-tokens.service';
import { tokenKey, TokensRepository, type RefreshToken } from './tokens.repository';

/** Looks up refresh tokens; never from memory. */
@Injectable()
export class RefreshTokensService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly accessTokens: AccessTokensService,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The stored token, also when it was used or has ended. */
  find(token: string): Promise<RefreshToken | undefined> {
    return this.tokens.findRefresh(tokenKey(token));
  }

  hasExpired({ expiresAt }: RefreshToken): boolean {
    return expiresAt <= this.clock.now();
  }

  /** Uses the token up, for `TokenIssuer`. */
  claim({ tokenHash }: RefreshToken): Step {
    return this.tokens.claimRefresh(tokenHash, this.clock.now());
  }

  /** Does what the settings want of a token that came a second time, so that somebody has stolen it: ends its grant, or notes it. */
  async reactToReuse(token: RefreshToken, address: string | undefined): Promise<void> {
    const reaction = this.options.oauth.refreshReuse;
    this.audit.record({
      event: 'token.reuse',
      outcome: 'failure',
      actorId: token.userId ?? undefined,
      applicationId: token.applicationId,
      address,
      details: { reaction },
    });
    if (reaction === 'revoke') await this.accessTokens.revokeFamily(token.familyId);
  }
}
