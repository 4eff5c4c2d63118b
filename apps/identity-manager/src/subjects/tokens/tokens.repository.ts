import { hash, randomFillSync } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Step } from '../../database/dialect';
import { AccessTokenRow, RefreshTokenRow } from '../../database/entities/token.row';
import type { Names } from '../../database/names';
import { selectRows } from '../../database/query';
import { Sql } from '../../database/sql';
import { claim, insertInto, updateWhere } from '../../database/statements';

/** Drawn for many tokens at once, each part used once: a draw costs more than the rest of making a token. */
const drawn = Buffer.alloc(512);
let used = drawn.length;

/** In hex. */
function random128Bits(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const from = used;
  used += 16;
  const bits = drawn.toString('hex', from, used);
  drawn.fill(0, from, used);
  return bits;
}

/**
 * A new access or refresh token, in Keyrock's form of 40 hex characters: the second it was made, then 128 random bits. Rows whose
 * keys grow with time share a few pages of every index, where random keys would each write a page of their own.
 */
export function timeOrderedToken(nowMs: number): string {
  const second = Math.floor(nowMs / 1000).toString(16);
  return second.padStart(8, '0') + random128Bits();
}

/**
 * What is stored of an access or refresh token: its first eight characters, for the order in time, and 224 bits of its SHA-256.
 * Anything that was not issued in that form has its whole digest; it is found or not found as any other.
 */
export function tokenKey(token: string): string {
  const digest = hash('sha256', token, 'hex');
  return /^[0-9a-f]{40}$/.test(token) ? token.slice(0, 8) + digest.slice(0, 56) : digest;
}

/** An access token as it is stored, live or not; what is known of the token itself is its digest. */
export type AccessToken = Readonly<AccessTokenRow>;

/** A refresh token as it is stored, live or not. */
export type RefreshToken = Readonly<RefreshTokenRow>;

/** A token that nobody has ended or used yet. */
type New<Token> = Omit<Token, 'revokedAt' | 'usedAt'>;

const accessByHash = selectRows(AccessTokenRow, (t) => `WHERE ${t.tokenHash} = ?`);
const refreshByHash = selectRows(RefreshTokenRow, (t) => `WHERE ${t.tokenHash} = ?`);

const ofAccess = [
  'tokenHash',
  'familyId',
  'applicationId',
  'userId',
  'iotAgentId',
  'kind',
  'grantType',
  'scope',
  'expiresAt',
  'createdAt',
] as const;

const insertAccess = insertInto(AccessTokenRow, ofAccess);
/** The same of one that names its audience, which few do. */
const insertAccessFor = insertInto(AccessTokenRow, [...ofAccess, 'audience']);

const insertRefresh = insertInto(RefreshTokenRow, [
  'tokenHash',
  'familyId',
  'applicationId',
  'userId',
  'iotAgentId',
  'kind',
  'scope',
  'nonce',
  'authTime',
  'expiresAt',
  'createdAt',
]);

const claimRefresh = claim(
  RefreshTokenRow,
  'usedAt',
  'tokenHash',
  (t) => `${t.usedAt} IS NULL AND ${t.revokedAt} IS NULL`,
);

const ofToken = (t: Names<AccessTokenRow>) => `${t.tokenHash} = ? AND ${t.revokedAt} IS NULL`;
const ofFamily = (t: Names<Pick<AccessTokenRow, 'familyId' | 'revokedAt'>>) =>
  `${t.familyId} = ? AND ${t.revokedAt} IS NULL`;

const revokeAccess = updateWhere(AccessTokenRow, ['revokedAt'], ofToken);
const revokeAccessOfFamily = updateWhere(AccessTokenRow, ['revokedAt'], ofFamily);
const revokeRefreshOfFamily = updateWhere(RefreshTokenRow, ['revokedAt'], ofFamily);

/** What one grant gives. */
export interface TokensOfGrant {
  /** Uses up the code or refresh token that was shown. */
  readonly claim?: Step | undefined;
  readonly access: New<AccessToken>;
  readonly refresh?: New<RefreshToken> | undefined;
  /** Further rows of the same transaction. */
  readonly also?: Step | undefined;
}

/** Where access and refresh tokens are kept. A family is everything that came from one authorization. */
@Injectable()
export class TokensRepository {
  constructor(private readonly sql: Sql) {}

  findAccess(hash: string): Promise<AccessToken | undefined> {
    return this.sql.first(accessByHash, hash);
  }

  findRefresh(hash: string): Promise<RefreshToken | undefined> {
    return this.sql.first(refreshByHash, hash);
  }

  /** Marks a refresh token as used, with the tokens it gives. */
  claimRefresh(hash: string, now: number): Step {
    return claimRefresh(now, hash);
  }

  /**
   * Stores the tokens of a grant, all or none.
   *
   * @returns false, with nothing stored, when what they were to be given for was used already
   * @throws the driver's error, by `isMissingReference` when user, agent or application are gone
   */
  async store({ claim: used, access, refresh, also }: TokensOfGrant): Promise<boolean> {
    const insert = access.audience === null ? insertAccess(access) : insertAccessFor(access);
    if (!used && !refresh && !also) return (await this.sql.run(insert)) === 1;
    const steps = [insert, ...(refresh ? [insertRefresh(refresh)] : []), ...(also ? [also] : [])];
    return this.sql.atomically(used ? [used, ...steps] : steps);
  }

  async revokeAccess(hash: string, now: number): Promise<void> {
    await this.sql.run(revokeAccess({ revokedAt: now }, hash));
  }

  async revokeFamily(familyId: string, now: number): Promise<void> {
    await this.sql.atomically([
      revokeRefreshOfFamily({ revokedAt: now }, familyId),
      revokeAccessOfFamily({ revokedAt: now }, familyId),
    ]);
  }
}
