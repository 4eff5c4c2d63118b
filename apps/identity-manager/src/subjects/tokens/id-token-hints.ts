import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { OPTIONS, type Options } from '../../cli/options';
import { ClientsService } from '../applications/clients.service';
import type { Client } from '../applications/client';
import { hasSignature } from '../keys/jws';
import { SigningKeys } from '../keys/signing-keys.service';
import { Issuers } from './issuers';
import { jwtHeader, looksLikeJwt, unverifiedClaims, type JwtClaims } from './jwt';

/** Facts of an id token that comes back. */
export interface IdTokenHint {
  readonly client: Client;
  readonly userId: string;
  /** Name of the session that it was given in. */
  readonly sid: string | undefined;
}

/** Characters of a hint: more than any id token has. */
const longest = 16_000;

/** Id tokens that applications bring back (`id_token_hint`). */
@Injectable()
export class IdTokenHints {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clients: ClientsService,
    private readonly issuers: Issuers,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  /**
   * Reads an id token of ours, expired or not, also one whose key signs no more.
   *
   * @returns undefined for any other text, and when its application is gone
   */
  async read(token: string): Promise<IdTokenHint | undefined> {
    if (token.length > longest || !looksLikeJwt(token)) return undefined;
    const claims = unverifiedClaims(token);
    const { aud, sub, sid, iss, auth_time: authTime } = claims ?? {};
    // Access tokens and logout tokens are signed by the same keys; they have no `auth_time`, or a type of their own.
    if (typeof aud !== 'string' || typeof sub !== 'string' || typeof authTime !== 'number') return undefined;
    const client = await this.clients.find(aud);
    if (!client || ![this.issuers.server, this.issuers.ofApplication(aud)].includes(String(iss)))
      return undefined;
    if (!(await this.isOurs(token, client))) return undefined;
    return { client, userId: sub, sid: typeof sid === 'string' ? sid : undefined };
  }

  private async isOurs(token: string, client: Client): Promise<boolean> {
    const { alg, kid, typ } = jwtHeader(token) ?? {};
    if (typ !== undefined && typ !== 'JWT') return false;
    const { algorithm } = this.options.oidc;
    if (typeof kid !== 'string')
      return alg === algorithm && algorithm.startsWith('HS') && hasSecretSignature(token, client, algorithm);
    const key = await this.keys.publicKey(kid);
    return key !== undefined && key.algorithm === alg && hasSignature(token, key);
  }
}

function hasSecretSignature(
  token: string,
  { jwtKey }: Client,
  algorithm: Options['oidc']['algorithm'],
): boolean {
  if (!jwtKey) return false;
  try {
    const claims = jwt.verify(token, jwtKey, { algorithms: [algorithm], ignoreExpiration: true });
    return typeof (claims as JwtClaims) === 'object';
  } catch {
    return false;
  }
}
