import { Injectable } from '@nestjs/common';
import { acrOf } from '../openid/authentication-context';
import { OpenIdClaims } from '../openid/openid-claims.service';
import { AccessService } from '../decisions/access.service';
import { JwtSigner } from '../keys/jwt-signer';
import { NotFound } from '../../faults/faults';
import type { Client } from '../applications/client';
import type { Grant } from './grant';
import { Issuers } from './issuers';

/** Whom a token is for when no resource was asked for. */
export const ownAudience = ({ id, audience }: Client): string => audience ?? id;

/** Names under which an application may be the audience of a token. */
export const namesOf = ({ id, audience }: Client): readonly string[] =>
  audience === undefined ? [id] : [id, audience];

/** Whether a token is for an application. @param audience  as it is stored: null names nobody in particular */
export const isFor = (audience: string | null, client: Client): boolean =>
  audience === null || audience.split(' ').some((name) => namesOf(client).includes(name));

/** Access tokens that others can check (RFC 9068): signed by a published key, for a stated audience. */
@Injectable()
export class AtJwts {
  constructor(
    private readonly signer: JwtSigner,
    private readonly claims: OpenIdClaims,
    private readonly access: AccessService,
    private readonly issuers: Issuers,
  ) {}

  /**
   * @param jti       what the database knows the token by
   * @param audience  names separated by blanks
   * @param now       milliseconds
   * @param seconds   for which it counts
   * @throws NotFound  the user is gone or disabled
   */
  async sign(grant: Grant, jti: string, audience: string, now: number, seconds: number): Promise<string> {
    const { client, owner, scope, kept, authTime } = grant;
    const iat = Math.floor(now / 1000);
    const [only, ...others] = audience.split(' ');
    const claims = {
      iss: grant.issuer?.() ?? this.issuers.outsideOfPaths(client.id),
      sub: owner.type === 'client' ? client.id : owner.id,
      aud: others.length === 0 ? only : [only, ...others],
      client_id: client.id,
      iat,
      exp: iat + seconds,
      jti,
      ...(scope.words.length > 0 && { scope: scope.words.join(' ') }),
      ...(owner.type === 'user' && { auth_time: Math.floor(authTime / 1000) }),
      ...(kept && { acr: acrOf(kept.amr) }),
      ...(owner.type === 'user' && (await this.aboutUser(owner.id, client, scope.words))),
    };
    return this.signer.signForAll(claims, client, 'at+jwt');
  }

  /** Roles always, what else is told of the user by scope. */
  private async aboutUser(userId: string, client: Client, words: readonly string[]): Promise<object> {
    const told = await this.claims.claimsOf(userId, client, { words: [...words, 'groups'], wishes: {} });
    if (!told) throw new NotFound('user');
    if (!words.includes('organizations')) return told;
    const { organizations } = await this.access.accessOf(userId, client.id);
    return { ...told, organizations: organizations.map(({ id, name, roles }) => ({ id, name, roles })) };
  }
}
