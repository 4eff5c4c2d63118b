import { Inject, Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { inGroups } from '../../database/in-groups';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import { StateChanges } from '../changes/state-changes';
import { AccessTokensService } from './access-tokens.service';
import { EndingTokensRepository } from './ending-tokens.repository';
import type { AccessToken } from './tokens.repository';
import {
  TokensInUseRepository,
  type TokenScope,
  type TokenSearch,
  type TokenSort,
} from './tokens-in-use.repository';

/** A live access token as people see it who may end it: never the token itself, its digest names it. */
export interface TokenInUse extends Pick<
  AccessToken,
  'kind' | 'grantType' | 'scope' | 'expiresAt' | 'createdAt' | 'userId' | 'applicationId'
> {
  readonly hash: string;
  /** Name of the user or id of the agent; null for the application itself. */
  readonly owner: string | null;
  readonly application: string;
}

/** The access tokens that work at the moment. Doors ask before whether the actor may see them. */
@Injectable()
export class TokensInUse {
  constructor(
    private readonly rows: TokensInUseRepository,
    private readonly endings: EndingTokensRepository,
    private readonly accessTokens: AccessTokensService,
    private readonly audit: AuditLog,
    private readonly changes: StateChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  count(search: TokenSearch): Promise<number> {
    return this.rows.countLive(search, this.clock.now());
  }

  async list(search: TokenSearch, part: ListPart<TokenSort>): Promise<readonly TokenInUse[]> {
    return (await this.rows.listLive(search, this.clock.now(), part)).map(tokenOf);
  }

  /** All that are found, in groups by their digests. Who takes so much along is in the audit log. */
  async *export(actor: Actor, search: TokenSearch): AsyncGenerator<readonly TokenInUse[]> {
    const { applicationId, userId } = search;
    this.audit.recordDone(actor, 'token.export', { applicationId, subject: userId });
    yield* inGroups<TokenInUse>(async (last, limit) =>
      (await this.rows.listAfter(search, this.clock.now(), last?.hash ?? '', limit)).map(tokenOf),
    );
  }

  /** Ends the token and the refresh tokens of the same grant, which would bring it back. False when it is none of theirs. */
  async revoke(actor: Actor, scope: TokenScope, hash: string): Promise<boolean> {
    const revoked = await this.endings.revoke(scope, hash, this.clock.now());
    if (!revoked) return false;
    this.accessTokens.forget(hash);
    this.audit.recordDone(actor, 'token.revoke', { applicationId: scope.applicationId, subject: hash });
    return true;
  }

  /** Ends all that an application holds of a user: codes, access and refresh tokens. */
  async revokeOf(actor: Actor, userId: string, applicationId: string): Promise<void> {
    await this.endings.revokeOf(userId, applicationId, this.clock.now());
    this.changes.tell('tokens of user', { userId, applicationId });
    this.audit.recordDone(actor, 'token.revoke', {
      applicationId,
      subject: userId,
      details: { which: 'all' },
    });
  }
}

type Row = Awaited<ReturnType<TokensInUseRepository['listLive']>>[number];

const tokenOf = ({ tokenHash, username, iotAgentId, ...token }: Row): TokenInUse => ({
  ...token,
  hash: tokenHash,
  owner: username ?? iotAgentId,
});
