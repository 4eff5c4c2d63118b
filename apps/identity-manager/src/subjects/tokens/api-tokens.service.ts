import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Options } from '../../cli/options';
import { OPTIONS } from '../../cli/options';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { tokenHash } from '../../service/random-token';
import { AuditLog } from '../audit/audit-log';
import { ApiTokensRepository, type ApiToken } from './api-tokens.repository';

/** Who an API token belongs to. */
export type ApiTokenOwner = { readonly userId: string } | { readonly pepProxyId: string };

export interface IssuedApiToken {
  /** The only time the token itself is seen. */
  readonly token: string;
  readonly expiresAt: number;
}

/** Tokens of the management API (`X-Auth-Token`); UUIDs, stored as digests. */
@Injectable()
export class ApiTokensService {
  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * PEP proxies fetch their token once at start, so theirs lives longer. A token that is renewed by itself ends some time
   * after the password was given, however often it is renewed.
   *
   * @param passwordAt  when the owner gave the password, in milliseconds; of a renewed token, that of the token before
   * @param address  where the owner asks from, for the audit log
   * @returns undefined when the time of renewing is over
   */
  async issue(
    owner: ApiTokenOwner,
    passwordAt: number | null,
    address: string | undefined,
  ): Promise<IssuedApiToken | undefined> {
    const isUser = 'userId' in owner;
    const token = randomUUID();
    const now = this.clock.now();
    const { tokenSeconds, pepTokenSeconds, longestSeconds } = this.options.api;
    const lifeMs = (isUser ? tokenSeconds : pepTokenSeconds) * 1000;
    const longestMs = Math.max(lifeMs, longestSeconds * 1000);
    const expiresAt = Math.min(now + lifeMs, (passwordAt ?? now) + longestMs);
    if (expiresAt <= now) return undefined;
    await this.tokens.insert({
      tokenHash: tokenHash(token),
      userId: isUser ? owner.userId : null,
      pepProxyId: isUser ? null : owner.pepProxyId,
      expiresAt,
      valid: true,
      passwordAt,
      createdAt: now,
    });
    const actorId = isUser ? owner.userId : owner.pepProxyId;
    this.audit.record({ event: 'api-token.issue', outcome: 'success', actorId, address });
    return { token, expiresAt };
  }

  /** The stored token, also when it has expired or is no longer valid; undefined when unknown. */
  find(token: string): Promise<ApiToken | undefined> {
    return this.tokens.find(tokenHash(token));
  }

  isLive(token: ApiToken): boolean {
    return token.valid && token.expiresAt > this.clock.now();
  }

  async revoke(token: ApiToken, address: string | undefined): Promise<void> {
    await this.tokens.remove(token.tokenHash);
    const subject = token.userId ?? token.pepProxyId ?? undefined;
    this.audit.record({ event: 'api-token.revoke', outcome: 'success', subject, address });
  }
}
