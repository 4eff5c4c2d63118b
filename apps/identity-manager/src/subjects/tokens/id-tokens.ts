import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Client } from '../applications/client';
import { OPTIONS, type Options } from '../../cli/options';
import type { ClaimWishes } from '../../database/entities/openid.row';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { NotFound } from '../../faults/faults';
import { acrOf } from '../openid/authentication-context';
import { OpenIdClaims } from '../openid/openid-claims.service';
import type { OpenIdGrant } from '../openid/openid-grants.service';
import { JwtClaimsService } from './jwt-claims.service';
import { ScopeRefused } from './scope-refused';
import { JwtSigner, type JwtAlgorithm } from '../keys/jwt-signer';

export interface IdTokenRequest {
  readonly client: Client;
  readonly userId: string;
  readonly issuer: string;
  /** When the user logged in, milliseconds. */
  readonly authTime: number;
  /** Words of the scope that was granted. */
  readonly words: readonly string[];
  /** Facts of the grant; undefined for none. */
  readonly grant: OpenIdGrant | undefined;
  readonly nonce?: string | null;
  readonly accessToken?: string | undefined;
  readonly code?: string | undefined;
}

/** Digest that goes with the algorithm (OpenID Connect Core section 3.1.3.6); that of Ed25519 is SHA-512. */
const digestOf = (algorithm: JwtAlgorithm) => (algorithm === 'EdDSA' ? 'sha512' : `sha${algorithm.slice(2)}`);

/** Left half of the digest. */
function halfHash(text: string, algorithm: JwtAlgorithm): string {
  const digest = hash(digestOf(algorithm), text, 'buffer');
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** Methods of signing in, and the session, as an application of the style `openid` is told them. */
const contextOf = (grant: OpenIdGrant | undefined) =>
  grant && { acr: acrOf(grant.amr), amr: grant.amr, ...(grant.sid !== undefined && { sid: grant.sid }) };

/** Id tokens of OpenID Connect. */
@Injectable()
export class IdTokens {
  constructor(
    private readonly signer: JwtSigner,
    private readonly records: JwtClaimsService,
    private readonly claims: OpenIdClaims,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws ScopeRefused when an HS algorithm is configured and the application has no JWT secret; NotFound when the user is deleted
   *   or disabled
   */
  async issue(request: IdTokenRequest): Promise<string> {
    const { client } = request;
    const algorithm = this.signer.algorithmFor(client);
    const claims = { ...(await this.aboutUser(request)), ...this.aboutToken(request, algorithm) };
    const token = await this.signer.sign(claims, client);
    if (token === undefined) throw new ScopeRefused('notGranted');
    return token;
  }

  private aboutToken(request: IdTokenRequest, algorithm: JwtAlgorithm): object {
    const { client, userId, issuer, authTime, nonce, accessToken, code, grant } = request;
    const iat = Math.floor(this.clock.now() / 1000);
    const isOpenId = client.openidStyle === 'openid';
    const namesSession = client.backchannelLogoutUri !== undefined && grant?.sid !== undefined;
    const namesContext = grant?.claims.id_token['acr'] !== undefined;
    return {
      iss: issuer,
      sub: userId,
      aud: client.id,
      ...(isOpenId && { azp: client.id }),
      exp: iat + this.options.oauth.accessTokenSeconds,
      iat,
      auth_time: Math.floor(authTime / 1000),
      ...(nonce && { nonce }),
      ...(isOpenId && contextOf(grant)),
      ...(namesContext && { acr: acrOf(grant.amr) }),
      ...(namesSession && { sid: grant.sid }),
      ...(accessToken !== undefined && { at_hash: halfHash(accessToken, algorithm) }),
      ...(code !== undefined && { c_hash: halfHash(code, algorithm) }),
    };
  }

  /** Keyrock's record, or what OpenID Connect has an id token tell: claims of the scope only where no access token gets them. */
  private async aboutUser(request: IdTokenRequest): Promise<object> {
    const { client, userId, words, grant, accessToken, code } = request;
    const wishes: ClaimWishes = grant?.claims.id_token ?? {};
    const isAlone = accessToken === undefined && code === undefined;
    if (client.openidStyle === 'openid')
      return this.told(request, {
        wishes,
        words: isAlone ? words : words.filter((word) => word === 'groups'),
      });
    const record = await this.records.claimsOf({ type: 'user', id: userId }, client.id);
    return Object.keys(wishes).length === 0
      ? record
      : { ...record, ...(await this.told(request, { wishes, words: [] })) };
  }

  private async told(
    { client, userId }: IdTokenRequest,
    wanted: Parameters<OpenIdClaims['claimsOf']>[2],
  ): Promise<object> {
    const claims = await this.claims.claimsOf(userId, client, wanted);
    if (!claims) throw new NotFound('user');
    return claims;
  }
}
