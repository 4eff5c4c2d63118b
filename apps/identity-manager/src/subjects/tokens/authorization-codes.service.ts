import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { Sql } from '../../database/sql';
import type { Clock } from '../../service/clock';
import { CLOCK } from '../../service/tokens';
import { randomToken, timeOrderedToken, tokenHash } from '../../service/random-token';

/** What an authorization code stands for. */
export interface CodeGrant {
  readonly applicationId: string;
  readonly userId: string;
  readonly redirectUri: string;
  /** Whether the authorization request named the address, so that the exchange must name it again. */
  readonly redirectUriWasSent: boolean;
  readonly scopeWords: readonly string[];
  readonly nonce: string | null;
  readonly codeChallenge: string | null;
  readonly authTime: number;
}

export interface StoredCode extends Omit<CodeGrant, 'scopeWords'> {
  readonly hash: string;
  readonly familyId: string;
  readonly scope: string | null;
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

interface Columns {
  readonly family_id: string;
  readonly application_id: string;
  readonly user_id: string;
  readonly redirect_uri: string;
  readonly redirect_uri_was_sent: boolean | number;
  readonly scope: string | null;
  readonly nonce: string | null;
  readonly code_challenge: string | null;
  readonly auth_time: number;
  readonly expires_at: number;
  readonly used_at: number | null;
}

const insertSql =
  'INSERT INTO authorization_codes (code_hash, family_id, application_id, user_id, redirect_uri, redirect_uri_was_sent, scope, nonce, code_challenge, auth_time, expires_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';
const findSql =
  'SELECT family_id, application_id, user_id, redirect_uri, redirect_uri_was_sent, scope, nonce, code_challenge, auth_time, expires_at, used_at FROM authorization_codes WHERE code_hash = ?';

/** Issues and finds authorization codes: 160 random bits, single use, short-lived. */
@Injectable()
export class AuthorizationCodesService {
  constructor(
    private readonly sql: Sql,
    @Inject(OPTIONS) private readonly options: Options,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async issue(grant: CodeGrant): Promise<string> {
    const code = randomToken();
    const now = this.clock.now();
    await this.sql.run(
      insertSql,
      tokenHash(code),
      timeOrderedToken(now),
      grant.applicationId,
      grant.userId,
      grant.redirectUri,
      grant.redirectUriWasSent,
      grant.scopeWords.length === 0 ? null : grant.scopeWords.join(' '),
      grant.nonce,
      grant.codeChallenge,
      grant.authTime,
      now + this.options.oauth.codeSeconds * 1000,
      now,
    );
    return code;
  }

  /** The stored code, also when it was used or has expired. */
  async find(code: string): Promise<StoredCode | undefined> {
    const hash = tokenHash(code);
    const row = await this.sql.first<Columns>(findSql, hash);
    return (
      row && {
        hash,
        familyId: row.family_id,
        applicationId: row.application_id,
        userId: row.user_id,
        redirectUri: row.redirect_uri,
        redirectUriWasSent: Boolean(row.redirect_uri_was_sent),
        scope: row.scope,
        nonce: row.nonce,
        codeChallenge: row.code_challenge,
        authTime: row.auth_time,
        expiresAt: row.expires_at,
        usedAt: row.used_at,
      }
    );
  }
}
