import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { AccessTokensService } from './access-tokens.service';
import { RefreshTokensService } from './refresh-tokens.service';

/** Who ends a token, and how they call it. */
export interface Revocation {
  /** The application that asks: it ends its own tokens only. */
  readonly applicationId: string;
  readonly token: string;
  /** Where to look first; both places are looked at anyway. */
  readonly hint: string | undefined;
  readonly address: string | undefined;
}

/** Ends tokens for the applications that have them (RFC 7009). */
@Injectable()
export class TokenRevocations {
  constructor(
    private readonly accessTokens: AccessTokensService,
    private readonly refreshTokens: RefreshTokensService,
    private readonly audit: AuditLog,
  ) {}

  /** Ends the token when the application has one like this; who asks is told nothing of it. */
  async revoke({ applicationId, token, hint, address }: Revocation): Promise<void> {
    const steps = [
      () => this.revokeAccess(token, applicationId),
      () => this.revokeRefresh(token, applicationId),
    ];
    if (hint === 'refresh_token') steps.reverse();
    let revoked = false;
    for (const step of steps) revoked ||= await step();
    const outcome = revoked ? 'success' : 'failure';
    this.audit.record({ event: 'token.revoke', outcome, applicationId, address });
  }

  private async revokeAccess(text: string, applicationId: string): Promise<boolean> {
    const token = await this.accessTokens.find(text);
    if (token?.applicationId !== applicationId) return false;
    await this.accessTokens.revoke(token);
    return true;
  }

  /** A refresh token takes all tokens of its grant with it. */
  private async revokeRefresh(text: string, applicationId: string): Promise<boolean> {
    const token = await this.refreshTokens.find(text);
    if (token?.applicationId !== applicationId) return false;
    await this.accessTokens.revokeFamily(token.familyId);
    return true;
  }
}
