import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { Conditions } from '../../database/conditions';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names } from '../../database/names';
import { orderOf } from '../../database/paging';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';

/** Which of the logins of a user. */
export interface SessionSearch {
  readonly userId: string;
  /** Part of the browser's name or of its address, whatever case and accents; empty for all. */
  readonly text: string;
}

/** What sessions can be ordered by. */
export type SessionSort = 'browser' | 'address' | 'since' | 'seen';

const s = names(WebSessionRow);

/** Sessions from before the column have the text that they were told. */
const browser = `COALESCE(${s.browser}, ${s.userAgent}, '')`;
const address = `COALESCE(${s.address}, '')`;

const listed = {
  sessionHash: s.sessionHash,
  browser: s.browser,
  userAgent: s.userAgent,
  address: s.address,
  authTime: s.authTime,
  lastSeenAt: s.lastSeenAt,
};
const from = `FROM ${s.table}`;
const amount = { amount: expression('COUNT(*)', Number) };

/** Reads the logins of a user that live, page by page. */
@Injectable()
export class SessionListsRepository {
  constructor(private readonly sql: Sql) {}

  /** @param idleSince  those that were last seen before are over */
  async count(search: SessionSearch, now: number, idleSince: number): Promise<number> {
    const { where, values } = this.conditionsOf(search, now, idleSince);
    return (await this.sql.first(query(amount, `${from} ${where}`), ...values))?.amount ?? 0;
  }

  /** @param idleSince  as of `count` */
  page(search: SessionSearch, now: number, idleSince: number, part: ListPart<SessionSort>) {
    const { where, values } = this.conditionsOf(search, now, idleSince);
    const orders = { browser: this.sql.folded(browser), address, since: s.authTime, seen: s.lastSeenAt };
    const page = query(listed, `${from} ${where} ${orderOf(part, orders, s.sessionHash)}`);
    return this.sql.all(page, ...values, part.limit, part.offset);
  }

  private conditionsOf({ userId, text }: SessionSearch, now: number, idleSince: number): Conditions {
    const conditions = new Conditions()
      .add(`${s.userId} = ?`, userId)
      .add(`${s.secondFactorPending} = FALSE`)
      .add(`${s.expiresAt} > ?`, now)
      .add(`${s.lastSeenAt} > ?`, idleSince);
    if (text === '') return conditions;
    const part = foldedPart(text);
    const matches = [browser, address].map((told) => `${this.sql.folded(told)} LIKE ? ESCAPE '!'`);
    return conditions.add(matches.join(' OR '), part, part);
  }
}

/** A login as lists show it. */
export type ListedSession = Awaited<ReturnType<SessionListsRepository['page']>>[number];
