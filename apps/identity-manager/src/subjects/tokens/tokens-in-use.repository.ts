import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { Conditions } from '../../database/conditions';
import { ApplicationRow, type TokenKind } from '../../database/entities/application.row';
import { AccessTokenRow } from '../../database/entities/token.row';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names, optional } from '../../database/names';
import { orderOf } from '../../database/paging';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';

/** Whose tokens: an application's, a user's, or those of a user in an application. */
export interface TokenScope {
  readonly applicationId?: string | undefined;
  readonly userId?: string | undefined;
}

/** Which of the tokens that work. */
export interface TokenSearch extends TokenScope {
  /** Part of the name or address of their user, or of the id of their agent; empty for all. */
  readonly text?: string;
  readonly grant?: string | undefined;
  readonly kind?: TokenKind | undefined;
  readonly neverExpires?: boolean | undefined;
}

const token = names(AccessTokenRow, 't');
const user = names(UserRow, 'u');
const application = names(ApplicationRow, 'a');
const holder = names(UserRow);

const listed = {
  tokenHash: token.tokenHash,
  kind: token.kind,
  grantType: token.grantType,
  scope: token.scope,
  expiresAt: token.expiresAt,
  createdAt: token.createdAt,
  iotAgentId: token.iotAgentId,
  userId: token.userId,
  username: optional(user.username),
  applicationId: token.applicationId,
  application: application.name,
};

const withNames = `FROM ${token.table} LEFT JOIN ${user.table} ON ${user.id} = ${token.userId} JOIN ${application.table} ON ${application.id} = ${token.applicationId}`;

/** What never ends comes after all that does. */
const NEVER = '9007199254740991';

const orders = {
  created: token.createdAt,
  expires: expression(`COALESCE(${token.expiresAt}, ${NEVER})`, Number),
  owner: expression(`COALESCE(LOWER(${user.username}), ${token.iotAgentId}, '')`, String),
  application: expression(`LOWER(${application.name})`, String),
};

/** What tokens can be ordered by. */
export type TokenSort = keyof typeof orders;

const amount = { amount: expression('COUNT(*)', Number) };

/** The tokens that work, for those who manage an application and for administrators. */
@Injectable()
export class TokensInUseRepository {
  constructor(private readonly sql: Sql) {}

  /** How many access tokens work at the moment. */
  async countLive(search: TokenSearch, now: number): Promise<number> {
    const { where, values } = this.conditionsOf(search, now);
    return (await this.sql.first(query(amount, `FROM ${token.table} ${where}`), ...values))?.amount ?? 0;
  }

  /** Access tokens that work at the moment, with the names of user and application. */
  listLive(search: TokenSearch, now: number, part: ListPart<TokenSort>) {
    const { where, values } = this.conditionsOf(search, now);
    const page = query(listed, `${withNames} ${where} ${orderOf(part, orders, token.tokenHash)}`);
    return this.sql.all(page, ...values, part.limit, part.offset);
  }

  /** The next ones by their digest. @param hash  of the last one that was read; empty at first */
  listAfter(search: TokenSearch, now: number, hash: string, limit: number) {
    const { where, values } = this.conditionsOf(search, now).add(`${token.tokenHash} > ?`, hash);
    const next = query(listed, `${withNames} ${where} ORDER BY ${token.tokenHash} LIMIT ?`);
    return this.sql.all(next, ...values, limit);
  }

  private conditionsOf(
    { applicationId, userId, text = '', grant, kind, neverExpires }: TokenSearch,
    now: number,
  ): Conditions {
    const conditions = new Conditions().add(`${token.revokedAt} IS NULL`);
    if (applicationId !== undefined) conditions.add(`${token.applicationId} = ?`, applicationId);
    if (userId !== undefined) conditions.add(`${token.userId} = ?`, userId);
    if (grant) conditions.add(`${token.grantType} = ?`, grant);
    if (kind) conditions.add(`${token.kind} = ?`, kind);
    if (neverExpires === true) conditions.add(`${token.expiresAt} IS NULL`);
    else if (neverExpires === false) conditions.add(`${token.expiresAt} > ?`, now);
    else conditions.add(`${token.expiresAt} IS NULL OR ${token.expiresAt} > ?`, now);
    if (text !== '') {
      const part = foldedPart(text);
      const named = [holder.username, holder.email].map(
        (column) => `${this.sql.folded(column)} LIKE ? ESCAPE '!'`,
      );
      conditions.add(
        `${token.userId} IN (SELECT ${holder.id} FROM ${holder.table} WHERE ${named.join(' OR ')}) OR ${token.iotAgentId} LIKE ? ESCAPE '!'`,
        part,
        part,
        part,
      );
    }
    return conditions;
  }
}
