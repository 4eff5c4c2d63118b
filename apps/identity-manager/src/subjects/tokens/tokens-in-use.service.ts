import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { AccessTokensService } from './access-tokens.service';
import type { AccessToken } from './tokens.repository';
import { TokensInUseRepository } from './tokens-in-use.repository';

/** A live access token as the application's managers see it: never the token itself, its digest names it. */
export interface TokenInUse extends Pick<
  AccessToken,
  'kind' | 'grantType' | 'scope' | 'expiresAt' | 'createdAt'
> {
  readonly hash: string;
  /** Name of the user or id of the agent; null for the application itself. */
  readonly owner: string | null;
}

/** The access tokens of an application that work at the moment. */
@Injectable()
export class TokensInUse {
  constructor(
    private readonly rows: TokensInUseRepository,
    private readonly accessTokens: AccessTokensService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  count(applicationId: string): Promise<number> {
    return this.rows.countLive(applicationId, this.clock.now());
  }

  /** The latest first. */
  async list(applicationId: string, limit: number, offset: number): Promise<readonly TokenInUse[]> {
    const rows = await this.rows.listLive(applicationId, this.clock.now(), limit, offset);
    return rows.map(({ tokenHash, username, iotAgentId, ...token }) => ({
      ...token,
      hash: tokenHash,
      owner: username ?? iotAgentId,
    }));
  }

  /** Ends the token and the refresh tokens of the same grant, which would bring it back. False when unknown. */
  async revoke(actor: Actor, applicationId: string, hash: string): Promise<boolean> {
    const revoked = await this.rows.revoke(applicationId, hash, this.clock.now());
    if (!revoked) return false;
    this.accessTokens.forget(hash);
    this.audit.recordDone(actor, 'token.revoke', { applicationId, subject: hash });
    return true;
  }
}
