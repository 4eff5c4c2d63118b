import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { OPTIONS, type Options } from '../../cli/options';
import type { SignatureAlgorithm } from '../../database/entities/application.row';
import type { Client } from '../applications/client';
import { signJws, type TokenType } from './jws';
import { SigningKeys, type KeyAlgorithm } from './signing-keys.service';

/** Signatures of id tokens: by a key pair of the service, or by the secret of the application. */
export type JwtAlgorithm = Options['oidc']['algorithm'] | SignatureAlgorithm;

const isOfKeyPair = (algorithm: JwtAlgorithm): algorithm is KeyAlgorithm =>
  algorithm === 'RS256' || algorithm === 'ES256' || algorithm === 'EdDSA';

type Signing = Pick<Client, 'idTokenAlg' | 'jwtKey'>;

/** Signs what is said to an application, as it or the settings want it signed. */
@Injectable()
export class JwtSigner {
  constructor(
    private readonly keys: SigningKeys,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  algorithmFor({ idTokenAlg }: Signing): JwtAlgorithm {
    return idTokenAlg ?? this.options.oidc.algorithm;
  }

  /** @returns undefined when an HS algorithm is configured and the application has no JWT secret */
  async sign(claims: object, client: Signing, typ: TokenType = 'JWT'): Promise<string | undefined> {
    const algorithm = this.algorithmFor(client);
    if (isOfKeyPair(algorithm)) return signJws(claims, await this.keys.current(algorithm), typ);
    const { jwtKey } = client;
    return jwtKey && jwt.sign(claims, jwtKey, { algorithm, header: { alg: algorithm, typ } });
  }

  /** Signs what others than the application check, who have no secret of it: always by a key pair. */
  async signForAll(claims: object, client: Signing, typ: TokenType): Promise<string> {
    const algorithm = this.algorithmFor(client);
    return signJws(claims, await this.keys.current(isOfKeyPair(algorithm) ? algorithm : 'RS256'), typ);
  }
}
