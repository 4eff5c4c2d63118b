import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { isMissingReference } from '../../database/database-errors';
import type { Step } from '../../database/dialect';
import { NotFound } from '../../faults/faults';
import type { Clock } from '../../service/clock';
import { randomToken, tokenHash } from '../../service/random-token';
import { CLOCK } from '../../service/tokens';
import { AuditLog } from '../audit/audit-log';
import { AccessTokensService } from './access-tokens.service';
import { AuthorizationCodesRepository, type AuthorizationCode } from './authorization-codes.repository';
import { timeOrderedToken } from './tokens.repository';

/** A grant of which something is kept. */
export interface KeptGrant {
  readonly familyId: string;
  readonly keeping: Step;
}

/** What an authorization code stands for. */
export interface CodeGrant extends Pick<
  AuthorizationCode,
  'applicationId' | 'userId' | 'redirectUri' | 'redirectUriWasSent' | 'nonce' | 'codeChallenge' | 'authTime'
> {
  readonly scopeWords: readonly string[];
  /** Where something is kept of the grant: the id of its family, and the step that keeps it. */
  readonly kept?: KeptGrant | undefined;
}

/** Issues and finds authorization codes: 160 random bits, single use, short-lived. */
@Injectable()
export class AuthorizationCodesService {
  constructor(
    private readonly codes: AuthorizationCodesRepository,
    private readonly accessTokens: AccessTokensService,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFound the user or the application was deleted meanwhile */
  async issue({ scopeWords, kept, ...grant }: CodeGrant): Promise<string> {
    const code = randomToken();
    const now = this.clock.now();
    const row = {
      ...grant,
      codeHash: tokenHash(code),
      familyId: kept?.familyId ?? timeOrderedToken(now),
      scope: scopeWords.length === 0 ? null : scopeWords.join(' '),
      expiresAt: now + this.options.oauth.codeSeconds * 1000,
      createdAt: now,
    };
    await this.store(row, kept?.keeping);
    return code;
  }

  /** The stored code, also when it was used or has expired. */
  find(code: string): Promise<AuthorizationCode | undefined> {
    return this.codes.find(tokenHash(code));
  }

  hasExpired({ expiresAt }: AuthorizationCode): boolean {
    return expiresAt <= this.clock.now();
  }

  /** Uses the code up, for `TokenIssuer`. */
  claim({ codeHash }: AuthorizationCode): Step {
    return this.codes.claim(codeHash, this.clock.now());
  }

  /** Ends everything that a code gave, since it came a second time (RFC 6749 section 4.1.2). */
  async endReused(code: AuthorizationCode, address: string | undefined): Promise<void> {
    const { userId: actorId, applicationId } = code;
    this.audit.record({ event: 'code.reuse', outcome: 'failure', actorId, applicationId, address });
    await this.accessTokens.revokeFamily(code.familyId);
  }

  private async store(
    code: Parameters<AuthorizationCodesRepository['insert']>[0],
    keeping: Step | undefined,
  ): Promise<void> {
    try {
      await this.codes.insert(code, keeping);
    } catch (error) {
      if (isMissingReference(error)) throw new NotFound('user');
      throw error;
    }
  }
}
