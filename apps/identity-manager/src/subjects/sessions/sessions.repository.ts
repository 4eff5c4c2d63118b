import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { UserRow } from '../../database/entities/user.row';
import { WebSessionRow } from '../../database/entities/web-session.row';
import { propertiesOf } from '../../database/names';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto, updateWhere } from '../../database/statements';

const insert = insertInto(WebSessionRow, propertiesOf(WebSessionRow));
const see = updateWhere(WebSessionRow, ['lastSeenAt'], (session) => `${session.sessionHash} = ?`);
const remove = deleteWhere(WebSessionRow, (session) => `${session.sessionHash} = ?`);
const removeOf = deleteWhere(
  WebSessionRow,
  (session) => `${session.sessionHash} = ? AND ${session.userId} = ?`,
);
const removeOthers = deleteWhere(
  WebSessionRow,
  (session) => `${session.userId} = ? AND ${session.sessionHash} <> ?`,
);

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
   * @param userId  whose it must be; undefined for anybody's
   * @returns whether there was one
   */
  async delete(sessionHash: string, userId?: string): Promise<boolean> {
    const step = userId === undefined ? remove(sessionHash) : removeOf(sessionHash, userId);
    return (await this.sql.run(step)) > 0;
  }

  async deleteOthers({ userId, sessionHash }: WebSessionRow): Promise<void> {
    await this.sql.run(removeOthers(userId, sessionHash));
  }

  count(): Promise<number> {
    return this.rows.count();
  }
}
