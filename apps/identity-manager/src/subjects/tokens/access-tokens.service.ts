import { Inject, Injectable } from '@nestjs/common';
import { StateChanges } from '../changes/state-changes';
import type { Client } from '../applications/client';
import { ClientsService } from '../applications/clients.service';
import type { Clock } from '../../service/clock';
import { Caches, type TimedCache } from '../../service/timed-cache';
import { CLOCK } from '../../service/tokens';
import { hasSignature } from '../keys/jws';
import { SigningKeys } from '../keys/signing-keys.service';
import { jwtHeader, looksLikeJwt, unverifiedClaims, verifiedClaims, type JwtClaims } from './jwt';
import { KeyrockJwts } from './keyrock-jwts.service';
import { tokenKey, TokensRepository, type AccessToken } from './tokens.repository';

export type TokenState = 'live' | 'revoked' | 'expired';

/** Looks up and ends access tokens. */
@Injectable()
export class AccessTokensService {
  private readonly remembered: TimedCache<{ readonly token: AccessToken | null }>;

  constructor(
    private readonly tokens: TokensRepository,
    private readonly clients: ClientsService,
    private readonly keyrockJwts: KeyrockJwts,
    private readonly keys: SigningKeys,
    @Inject(CLOCK) private readonly clock: Clock,
    caches: Caches,
    changes: StateChanges,
  ) {
    this.remembered = caches.create();
    this.followChanges(changes);
  }

  /**
   * The stored token behind an opaque token or a JWT. A JWT counts only with a good signature of its application and
   * when its `jti` was issued here, or when it is one of Keyrock's: an application knows its own secret and could sign
   * anything.
   */
  async find(token: string): Promise<AccessToken | undefined> {
    if (!token.includes('.') || !looksLikeJwt(token)) return this.findOpaque(token);
    const claims = unverifiedClaims(token);
    const clientId = claims?.['app_id'];
    if (claims && clientId === undefined) return this.findAtJwt(token, claims);
    const client = typeof clientId === 'string' ? await this.clients.find(clientId) : undefined;
    return client && this.findJwt(token, client);
  }

  stateOf({ revokedAt, expiresAt }: AccessToken): TokenState {
    if (revokedAt !== null) return 'revoked';
    return expiresAt !== null && expiresAt <= this.clock.now() ? 'expired' : 'live';
  }

  /** Ends one access token. Other processes see it within the age of their caches. */
  async revoke(token: AccessToken): Promise<void> {
    await this.tokens.revokeAccess(token.tokenHash, this.clock.now());
    this.remembered.forget(token.tokenHash);
  }

  /** Ends every access and refresh token that came from one grant. */
  async revokeFamily(familyId: string): Promise<void> {
    await this.tokens.revokeFamily(familyId, this.clock.now());
    this.forgetWhere((token) => token.familyId === familyId);
  }

  /** What is remembered of a token that ended elsewhere. */
  forget(hash: string): void {
    this.remembered.forget(hash);
  }

  private forgetWhere(hasEnded: (token: AccessToken) => boolean): void {
    this.remembered.forgetWhere((_hash, { token }) => token !== null && hasEnded(token));
  }

  private followChanges(changes: StateChanges): void {
    changes.on('tokens of user', ({ userId, applicationId }) =>
      this.forgetWhere(
        (token) =>
          token.userId === userId && (applicationId === undefined || token.applicationId === applicationId),
      ),
    );
    changes.on('tokens of agent', ({ iotAgentId }) =>
      this.forgetWhere((token) => token.iotAgentId === iotAgentId),
    );
    changes.on('user deleted', ({ userId }) => this.forgetWhere((token) => token.userId === userId));
    changes.on('application deleted', ({ applicationId }) =>
      this.forgetWhere((token) => token.applicationId === applicationId),
    );
  }

  /** The `jti` of a JWT is in its payload, which everybody can read: it opens nothing by itself. */
  private async findOpaque(token: string): Promise<AccessToken | undefined> {
    const found = await this.findByHash(tokenKey(token));
    return found?.kind === 'jwt' ? undefined : found;
  }

  private async findJwt(token: string, client: Client): Promise<AccessToken | undefined> {
    const claims = client.jwtKey && verifiedClaims(token, client.jwtKey);
    if (!claims) return undefined;
    const { jti } = claims;
    const found =
      typeof jti === 'string'
        ? await this.findByHash(tokenKey(jti))
        : await this.findOfKeyrock(token, claims, client.id);
    return found?.applicationId === client.id && found.kind === 'jwt' ? found : undefined;
  }

  /** A token of RFC 9068 counts with the signature of its key, and as long as its `jti` does. */
  private async findAtJwt(
    token: string,
    { jti, client_id: clientId }: JwtClaims,
  ): Promise<AccessToken | undefined> {
    const header = jwtHeader(token);
    if (header?.typ !== 'at+jwt' || typeof header.kid !== 'string' || typeof jti !== 'string')
      return undefined;
    const key = await this.keys.publicKey(header.kid);
    if (key?.algorithm !== header.alg || !key || !hasSignature(token, key)) return undefined;
    const found = await this.findByHash(tokenKey(jti));
    return found?.applicationId === clientId && found?.kind === 'jwt' ? found : undefined;
  }

  private async findOfKeyrock(
    token: string,
    claims: JwtClaims,
    applicationId: string,
  ): Promise<AccessToken | undefined> {
    const hash = tokenKey(token);
    const found = await this.findByHash(hash);
    if (found || !(await this.keyrockJwts.adopt(token, claims, applicationId))) return found;
    this.remembered.forget(hash);
    return this.findByHash(hash);
  }

  private async findByHash(hash: string): Promise<AccessToken | undefined> {
    const found =
      this.remembered.get(hash) ??
      (await this.remembered.load(hash, async () => ({
        token: (await this.tokens.findAccess(hash)) ?? null,
      })));
    return found.token ?? undefined;
  }
}
