import { Injectable } from '@nestjs/common';
import { ClientsService } from '../../../subjects/applications/clients.service';
import type { Client } from '../../../subjects/applications/client';
import { signJws } from '../../../subjects/keys/jws';
import { SigningKeys } from '../../../subjects/keys/signing-keys.service';
import { OpenIdClaims } from '../../../subjects/openid/openid-claims.service';
import { OpenIdGrants } from '../../../subjects/openid/openid-grants.service';
import { AccessTokensService } from '../../../subjects/tokens/access-tokens.service';
import { Issuers } from '../../../subjects/tokens/issuers';
import { JwtClaimsService } from '../../../subjects/tokens/jwt-claims.service';
import type { AccessToken } from '../../../subjects/tokens/tokens.repository';
import { insufficientScope, invalidToken } from '../oauth-errors';
import { ENDINGS } from '../user/access-token.guard';

/** A body and what it is. */
export interface UserInfoBody {
  readonly contentType: string;
  readonly text: string;
}

const unknown = () => invalidToken('Invalid token: access token is invalid');

/** Claims of user info about the user of a token. */
@Injectable()
export class UserInfo {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly clients: ClientsService,
    private readonly grants: OpenIdGrants,
    private readonly claims: OpenIdClaims,
    private readonly records: JwtClaimsService,
    private readonly keys: SigningKeys,
    private readonly issuers: Issuers,
  ) {}

  /** @throws OAuthError 401 for a token that counts no more, or is of no user; 403 without the scope `openid` */
  async of(text: string): Promise<UserInfoBody> {
    const token = await this.liveToken(text);
    const client = await this.clients.find(token.applicationId);
    if (!client || token.userId === null) throw unknown();
    const words = token.scope?.split(' ') ?? [];
    if (!words.includes('openid')) throw insufficientScope('openid');
    const claims = await this.claimsFor(token, token.userId, client, words);
    return client.userinfoAlg === undefined ? plain(claims) : this.signed(claims, client);
  }

  private async liveToken(text: string): Promise<AccessToken> {
    const token = await this.tokens.find(text);
    if (!token) throw unknown();
    const state = this.tokens.stateOf(token);
    if (state !== 'live') throw invalidToken(ENDINGS[state]);
    return token;
  }

  private async claimsFor(
    { familyId }: AccessToken,
    userId: string,
    client: Client,
    words: readonly string[],
  ): Promise<object> {
    const wishes = (await this.grants.find(familyId))?.claims.userinfo ?? {};
    const claims = await this.claims.claimsOf(userId, client, { words, wishes });
    if (!claims) throw invalidToken(ENDINGS.revoked);
    if (client.openidStyle === 'openid') return { sub: userId, ...claims };
    // As Keyrock says it, whose words the application knows, and what the scope asks beside.
    const { type: _type, ...record } = await this.records.claimsOf({ type: 'user', id: userId }, client.id);
    return { ...record, ...claims, sub: userId };
  }

  private async signed(claims: object, client: Client): Promise<UserInfoBody> {
    const key = await this.keys.current(client.userinfoAlg ?? 'RS256');
    const about = { ...claims, iss: this.issuers.outsideOfPaths(client.id), aud: client.id };
    return { contentType: 'application/jwt', text: signJws(about, key) };
  }
}

const plain = (claims: object): UserInfoBody => ({
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(claims),
});
