import { Inject, Injectable } from '@nestjs/common';
import type { Client } from '../applications/client';
import { OPTIONS, type Options } from '../../cli/options';
import type { Step } from '../../database/dialect';
import { isMissingReference } from '../../database/database-errors';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { PublicUrl } from '../../service/public-url';
import { CLOCK } from '../../service/tokens';
import { invalidGrant } from '../../doors/oauth/oauth-errors';
import { JwtClaimsService } from './jwt-claims.service';
import { signJwt } from './jwt';
import { timeOrderedToken, tokenKey } from '../../service/random-token';
import type { GrantedScope } from './scope';
import type { TokenOwner } from './token-owner';

/** A grant's answer to "whether and for whom"; the issuer decides what. */
export interface Grant {
  readonly client: Client;
  readonly owner: TokenOwner;
  readonly scope: GrantedScope;
  readonly grantType: string;
  /** Ties together what came from one authorization; absent when this token is all that comes of it. */
  readonly familyId?: string;
  readonly withRefreshToken: boolean;
  /** What the refresh token goes on standing for, when that is more than this token's scope. */
  readonly grantedWords?: readonly string[];
  /** When the user logged in, milliseconds. */
  readonly authTime: number;
  readonly nonce?: string | null;
  /** Uses up a code or refresh token; nothing is issued when it does not change exactly one row. */
  readonly claim?: Step;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly scope: GrantedScope;
  /** Undefined: permanent. */
  readonly expiresInSeconds: number | undefined;
  readonly refreshToken: string | undefined;
}

const insertAccess =
  'INSERT INTO access_tokens (token_hash, family_id, application_id, user_id, iot_agent_id, kind, grant_type, scope, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const insertRefresh =
  'INSERT INTO refresh_tokens (token_hash, family_id, application_id, user_id, iot_agent_id, kind, scope, nonce, auth_time, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';

const joined = (words: readonly string[]) => (words.length === 0 ? null : words.join(' '));

/** Makes and stores tokens: opaque or JWT, permanent or expiring, with a refresh token or without. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly sql: Sql,
    private readonly claims: JwtClaimsService,
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Issues the tokens of a grant, all or none.
   *
   * @returns undefined when the claimed code or refresh token was already used
   * @throws OAuthError invalid_grant when the user or application was deleted meanwhile
   */
  async issue(grant: Grant): Promise<IssuedTokens | undefined> {
    const now = this.clock.now();
    const { accessTokenSeconds } = this.options.oauth;
    const expiresInSeconds = grant.scope.permanent ? undefined : accessTokenSeconds;
    const id = timeOrderedToken(now);
    const accessToken = grant.scope.kind === 'jwt' ? await this.signed(grant, id, now, expiresInSeconds) : id;
    const refreshToken = grant.withRefreshToken && !grant.scope.permanent ? timeOrderedToken(now) : undefined;
    const steps: Step[] = grant.claim ? [{ ...grant.claim, expect: 1 }] : [];
    steps.push(this.accessStep(grant, id, now, expiresInSeconds));
    if (refreshToken !== undefined) steps.push(this.refreshStep(grant, refreshToken, now));
    if (!(await this.write(steps))) return undefined;
    return { accessToken, scope: grant.scope, expiresInSeconds, refreshToken };
  }

  private async write(steps: readonly Step[]): Promise<boolean> {
    const [only] = steps;
    try {
      if (steps.length > 1 || !only || only.expect !== undefined) return await this.sql.atomically(steps);
      await this.sql.run(only.sql, ...only.values);
      return true;
    } catch (error) {
      if (isMissingReference(error)) throw invalidGrant('user credentials are invalid');
      throw error;
    }
  }

  private accessStep(grant: Grant, id: string, now: number, seconds: number | undefined): Step {
    const { owner, scope, client } = grant;
    return {
      sql: insertAccess,
      values: [
        tokenKey(id),
        grant.familyId ?? null,
        client.id,
        owner.type === 'user' ? owner.id : null,
        owner.type === 'iot' ? owner.id : null,
        scope.kind,
        grant.grantType,
        joined(scope.words),
        seconds === undefined ? null : now + seconds * 1000,
        now,
      ],
    };
  }

  private refreshStep(grant: Grant, token: string, now: number): Step {
    const { owner, scope, client, familyId } = grant;
    if (familyId === undefined) throw new Error('a refresh token needs a family');
    return {
      sql: insertRefresh,
      values: [
        tokenKey(token),
        familyId,
        client.id,
        owner.type === 'user' ? owner.id : null,
        owner.type === 'iot' ? owner.id : null,
        scope.kind,
        joined(grant.grantedWords ?? scope.words),
        grant.nonce ?? null,
        grant.authTime,
        now + this.options.oauth.refreshTokenSeconds * 1000,
        now,
      ],
    };
  }

  /** A JWT that says what `GET /user` would; its `jti` is what the database knows it by. */
  private async signed(grant: Grant, jti: string, now: number, seconds: number | undefined): Promise<string> {
    const { client, owner } = grant;
    if (!client.jwtKey) throw new Error(`application ${client.id} has no JWT secret`);
    const iat = Math.floor(now / 1000);
    return signJwt(
      {
        ...(await this.claims.claimsOf(owner, client.id)),
        iss: this.publicUrl.toString(),
        ...(this.options.oauth.jwtNamesAudience && { aud: client.id }),
        jti,
        iat,
        ...(seconds !== undefined && { exp: iat + seconds }),
      },
      client.jwtKey,
    );
  }
}
