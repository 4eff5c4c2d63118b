import { CountedByPath, OpenToOrigins } from '../../../http/route-facts';
import { Controller, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Client } from '../../../subjects/applications/client';
import { AuditLog } from '../../../subjects/audit/audit-log';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import { RefreshTokensService } from '../../../subjects/tokens/refresh-tokens.service';
import { AuthenticatedClient, ClientGuard, Form } from '../client.guard';
import { required, type Parameters } from '../parameters';
import { bodyOf } from '../../../openapi/content';
import { Documented, Tag } from '../../../openapi/documented';
import { TokenForm, wrongClient } from '../oauth-shapes';

/** RFC 7009. What is unknown, foreign or already ended is answered like success. */
@OpenToOrigins()
@CountedByPath()
@Tag('OAuth 2.0')
@Controller(['oauth2/revoke', 'idm/applications/:issuer/oauth2/revoke'])
export class RevokeController {
  constructor(
    @Inject(AccessTokensService) private readonly accessTokens: AccessTokensService,
    @Inject(RefreshTokensService) private readonly refreshTokens: RefreshTokensService,
    private readonly audit: AuditLog,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(ClientGuard)
  @Documented({
    id: 'revoke',
    summary: 'End a token (RFC 7009)',
    takes: bodyOf(TokenForm, { token: 'fd2cd9a6ddf2a8d1' }),
    takesForm: true,
    success: 'Ended, or unknown',
    others: { 401: wrongClient },
    security: ['client'],
  })
  async revoke(
    @AuthenticatedClient() client: Client,
    @Form() form: Parameters,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const token = required(form, 'token');
    // The hint only says where to look first; both places are looked at anyway.
    const steps = [() => this.revokeAccess(token, client), () => this.revokeRefresh(token, client)];
    if (form.get('token_type_hint') === 'refresh_token') steps.reverse();
    let revoked = false;
    for (const step of steps) revoked ||= await step();
    this.audit.record({
      event: 'token.revoke',
      outcome: revoked ? 'success' : 'failure',
      applicationId: client.id,
      address: request.ip,
    });
    // Some client libraries want the JSON type even though the body is empty.
    response.writeHead(200, {
      'Content-Type': 'application/json;charset=UTF-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      'Content-Length': 0,
    });
    response.end();
  }

  private async revokeAccess(text: string, client: Client): Promise<boolean> {
    const token = await this.accessTokens.find(text);
    if (token?.applicationId !== client.id) return false;
    await this.accessTokens.revoke(token);
    return true;
  }

  /** A refresh token takes all tokens of its grant with it. */
  private async revokeRefresh(text: string, client: Client): Promise<boolean> {
    const token = await this.refreshTokens.find(text);
    if (token?.applicationId !== client.id) return false;
    await this.accessTokens.revokeFamily(token.familyId);
    return true;
  }
}
