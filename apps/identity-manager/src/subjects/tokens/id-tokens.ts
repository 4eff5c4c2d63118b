import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import type { Client } from '../applications/client';
import { OPTIONS, type Options } from '../../cli/options';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { JwtClaimsService } from './jwt-claims.service';
import { ScopeRefused } from './scope-refused';
import { SigningKeys } from '../keys/signing-keys.service';

export interface IdTokenRequest {
  readonly client: Client;
  readonly userId: string;
  readonly issuer: string;
  /** When the user logged in, milliseconds. */
  readonly authTime: number;
  readonly nonce?: string | null;
  readonly accessToken?: string | undefined;
  readonly code?: string | undefined;
}

type IdTokenAlgorithm = Options['oidc']['algorithm'];

/** Left half of the digest that goes with the algorithm (OpenID Connect Core 3.1.3.6). */
function halfHash(text: string, algorithm: IdTokenAlgorithm): string {
  const digest = createHash(`sha${algorithm.slice(2)}`)
    .update(text)
    .digest();
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

/** Id tokens of OpenID Connect. */
@Injectable()
export class IdTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly claims: JwtClaimsService,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ScopeRefused when an HS algorithm is configured and the application has no JWT secret */
  async issue(request: IdTokenRequest): Promise<string> {
    const { algorithm } = this.options.oidc;
    const { client } = request;
    const claims = await this.claimsOf(request, algorithm);
    if (algorithm === 'RS256' || algorithm === 'ES256') {
      const key = await this.keys.current(algorithm);
      return jwt.sign(claims, key.privateKey, { algorithm, keyid: key.id });
    }
    if (!client.jwtKey) throw new ScopeRefused('notGranted');
    return jwt.sign(claims, client.jwtKey, { algorithm });
  }

  private async claimsOf(request: IdTokenRequest, algorithm: IdTokenAlgorithm): Promise<object> {
    const { client, userId, issuer, authTime, nonce, accessToken, code } = request;
    const iat = Math.floor(this.clock.now() / 1000);
    return {
      ...(await this.claims.claimsOf({ type: 'user', id: userId }, client.id)),
      iss: issuer,
      sub: userId,
      aud: client.id,
      exp: iat + this.options.oauth.accessTokenSeconds,
      iat,
      auth_time: Math.floor(authTime / 1000),
      ...(nonce && { nonce }),
      ...(accessToken !== undefined && { at_hash: halfHash(accessToken, algorithm) }),
      ...(code !== undefined && { c_hash: halfHash(code, algorithm) }),
    };
  }
}
