import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { UserRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { propertiesOf, type Names } from '../../database/names';
import { beforeSessionsEnd } from '../../database/session-ends';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto, updateWhere } from '../../database/statements';

const insert = insertInto(WebSessionRow, propertiesOf(WebSessionRow));
const see = updateWhere(WebSessionRow, ['lastSeenAt'], (session) => `${session.sessionHash} = ?`);

type Condition = (session: Names<WebSessionRow>) => string;
const ofHash: Condition = (session) => `${session.sessionHash} = ?`;
const ofUser: Condition = (session) => `${session.sessionHash} = ? AND ${session.userId} = ?`;
const othersOf: Condition = (session) => `${session.userId} = ? AND ${session.sessionHash} <> ?`;

/** Deletes sessions with what goes before their end. */
const ending = (which: Condition) => {
  const before = beforeSessionsEnd(which);
  const remove = deleteWhere(WebSessionRow, which);
  return (now: number, ...values: string[]) => [...before(now, ...values), remove(...values)];
};

/** The same of one session, for whoever comes first. */
const endingOne = (which: Condition) => {
  const end = ending(which);
  return (now: number, ...values: string[]) =>
    end(now, ...values).map((step, at, steps) => (at === steps.length - 1 ? { ...step, expect: 1 } : step));
};

const remove = deleteWhere(WebSessionRow, ofHash);
const end = endingOne(ofHash);
const endOf = endingOne(ofUser);
const endOthers = ending(othersOf);

/** Where web sessions are kept, by the digest of the id that the browser has. */
@Injectable()
export class SessionsRepository {
  constructor(
    @InjectRepository(WebSessionRow) private readonly rows: Repository<WebSessionRow>,
    @InjectRepository(UserRow) private readonly users: Repository<UserRow>,
    private readonly sql: Sql,
  ) {}

  async add(given: WebSessionRow): Promise<WebSessionRow> {
    const row = this.rows.create(given);
    await this.sql.run(insert(row));
    return row;
  }

  find(sessionHash: string): Promise<WebSessionRow | null> {
    return this.rows.findOneBy({ sessionHash });
  }

  userOf({ userId }: WebSessionRow): Promise<UserRow | null> {
    return this.users.findOneBy({ id: userId });
  }

  async touch(sessionHash: string, lastSeenAt: number): Promise<void> {
    await this.sql.run(see({ lastSeenAt }, sessionHash));
  }

  /**
   * Ends a session.
   *
   * @param userId  whose it must be; undefined for anybody's
   * @returns whether there was one
   */
  end(sessionHash: string, now: number, userId?: string): Promise<boolean> {
    return this.sql.atomically(
      userId === undefined ? end(now, sessionHash) : endOf(now, sessionHash, userId),
    );
  }

  /** Deletes a session that goes on in another. */
  async delete(sessionHash: string): Promise<void> {
    await this.sql.run(remove(sessionHash));
  }

  async endOthers({ userId, sessionHash }: WebSessionRow, now: number): Promise<void> {
    await this.sql.atomically(endOthers(now, userId, sessionHash));
  }

  count(): Promise<number> {
    return this.rows.count();
  }
}
