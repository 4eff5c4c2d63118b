import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { OPTIONS, type Options } from '../../cli/options';
import { isMissingReference } from '../../database/database-errors';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { NotFound } from '../../faults/faults';
import type { Client } from '../applications/client';
import type { AccessTokenFormat } from '../../database/entities/application.row';
import { AccessJwts } from './access-jwts';
import { AtJwts, ownAudience } from './at-jwts';
import type { Grant, GrantedScope } from './grant';
import { ScopeRefused } from './scope-refused';
import { timeOrderedToken, tokenKey, TokensRepository, type TokensOfGrant } from './tokens.repository';

export interface IssuedTokens {
  readonly accessToken: string;
  readonly scope: GrantedScope;
  /** Undefined: permanent. */
  readonly expiresInSeconds: number | undefined;
  readonly refreshToken: string | undefined;
  readonly format: AccessTokenFormat;
}

/** What the audit log says of tokens that were given. */
export interface Issuing extends Pick<Grant, 'client' | 'grantType' | 'scope'> {
  /** User or agent; undefined for the client itself. */
  readonly ownerId: string | undefined;
  readonly address: string | undefined;
}

/**
 * Decides kind and life of a token (docs/behaviour/identity-manager.md#scope).
 *
 * @throws ScopeRefused when words contradict each other or the application may not have them
 */
export function grantScope(words: readonly string[], client: Client): GrantedScope {
  const has = (word: string) => words.includes(word);
  const isAtJwt = client.accessTokenFormat === 'at+jwt';
  if (has('jwt') && has('bearer')) throw new ScopeRefused('notGranted');
  for (const word of ['jwt', 'permanent'])
    if (has(word) && !client.tokenTypes.has(word)) throw new ScopeRefused('notGranted');
  if (has('openid') && !client.scopes.has('openid')) throw new ScopeRefused('notGranted');
  // RFC 9068 section 2.2: such a token has an end.
  if (isAtJwt && has('permanent')) throw new ScopeRefused('notGranted');
  if (isAtJwt) return { kind: 'jwt', permanent: false, openid: has('openid'), words };
  const kind = has('jwt') ? 'jwt' : has('bearer') ? 'bearer' : client.defaultTokenKind;
  if (kind === 'jwt' && !client.jwtKey) throw new ScopeRefused('notGranted');
  return { kind, permanent: has('permanent'), openid: has('openid'), words };
}

const joined = (words: readonly string[]) => (words.length === 0 ? null : words.join(' '));

/** What is stored of a token of any kind: its digest, and whose it is. */
const rowOf = ({ owner, scope, client }: Grant, token: string, now: number) => ({
  tokenHash: tokenKey(token),
  applicationId: client.id,
  userId: owner.type === 'user' ? owner.id : null,
  iotAgentId: owner.type === 'iot' ? owner.id : null,
  kind: client.accessTokenFormat === 'at+jwt' ? ('jwt' as const) : scope.kind,
  createdAt: now,
});

/** Whom the token names as its audience; null: nobody, so that it is for its application and those that trust it. */
function audienceOf({ client, resources = [] }: Grant): string | null {
  if (resources.length > 0) return resources.join(' ');
  return client.accessTokenFormat === 'at+jwt' ? ownAudience(client) : null;
}

/** Makes and stores tokens: opaque or JWT, permanent or expiring, with a refresh token or without. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly jwts: AccessJwts,
    private readonly atJwts: AtJwts,
    private readonly audit: AuditLog,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Issues the tokens of a grant, all or none.
   *
   * @returns undefined when the claimed code or refresh token was already used
   * @throws NotFound the user, agent or application was deleted meanwhile
   */
  async issue(grant: Grant): Promise<IssuedTokens | undefined> {
    const now = this.clock.now();
    const { accessTokenSeconds } = this.options.oauth;
    const expiresInSeconds = grant.scope.permanent ? undefined : accessTokenSeconds;
    const id = timeOrderedToken(now);
    const audience = audienceOf(grant);
    const { accessTokenFormat: format } = grant.client;
    const accessToken =
      format === 'keyrock' && grant.scope.kind === 'bearer'
        ? id
        : await this.signed(grant, id, audience, now, expiresInSeconds);
    const refreshToken = grant.withRefreshToken && !grant.scope.permanent ? timeOrderedToken(now) : undefined;
    const stored = await this.store({
      claim: grant.claim,
      also: grant.keeping,
      access: this.accessRow(grant, id, audience, now, expiresInSeconds),
      refresh: refreshToken === undefined ? undefined : this.refreshRow(grant, refreshToken, now),
    });
    return stored ? { accessToken, scope: grant.scope, expiresInSeconds, refreshToken, format } : undefined;
  }

  /** Notes in the audit log who got tokens; once the answer has left, since nobody has to wait for it. */
  noteIssued({ client, grantType, scope, ownerId, address }: Issuing): void {
    this.audit.record({
      event: 'token.issue',
      outcome: 'success',
      actorId: ownerId,
      applicationId: client.id,
      address,
      details: { grantType, kind: scope.kind, permanent: scope.permanent },
    });
  }

  private signed(
    grant: Grant,
    id: string,
    audience: string | null,
    now: number,
    seconds: number | undefined,
  ): Promise<string> {
    const { client } = grant;
    if (client.accessTokenFormat === 'keyrock') return this.jwts.sign(grant, id, now, seconds);
    const { accessTokenSeconds } = this.options.oauth;
    return this.atJwts.sign(grant, id, audience ?? ownAudience(client), now, seconds ?? accessTokenSeconds);
  }

  private async store(tokens: TokensOfGrant): Promise<boolean> {
    try {
      return await this.tokens.store(tokens);
    } catch (error) {
      if (isMissingReference(error)) throw new NotFound('user');
      throw error;
    }
  }

  private accessRow(
    grant: Grant,
    id: string,
    audience: string | null,
    now: number,
    seconds: number | undefined,
  ): TokensOfGrant['access'] {
    return {
      ...rowOf(grant, id, now),
      familyId: grant.familyId ?? null,
      grantType: grant.grantType,
      scope: joined(grant.scope.words),
      audience,
      expiresAt: seconds === undefined ? null : now + seconds * 1000,
    };
  }

  private refreshRow(grant: Grant, token: string, now: number): TokensOfGrant['refresh'] {
    if (grant.familyId === undefined) throw new Error('a refresh token needs a family');
    return {
      ...rowOf(grant, token, now),
      familyId: grant.familyId,
      scope: joined(grant.grantedWords ?? grant.scope.words),
      nonce: grant.nonce ?? null,
      authTime: grant.authTime,
      expiresAt: now + this.options.oauth.refreshTokenSeconds * 1000,
    };
  }
}
