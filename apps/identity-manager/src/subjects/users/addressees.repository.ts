import { Injectable } from '@nestjs/common';
import { MembershipRow } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';
import { marks, selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';

const user = names(UserRow);
const member = names(MembershipRow);

/** Ids of users, by marks for ids of themselves or of organizations that they belong to. */
const idsOf = {
  users: (given: string) => given,
  organizations: (given: string) =>
    `SELECT ${member.userId} FROM ${member.table} WHERE ${member.organizationId} IN (${given})`,
} as const;

/** Whom a mail to many goes to. */
@Injectable()
export class AddresseesRepository {
  constructor(private readonly sql: Sql) {}

  /**
   * Addresses of enabled users.
   *
   * @param of   whose ids are given; undefined for all users
   */
  async addressesOf(
    limit: number,
    of?: 'users' | 'organizations',
    ids: readonly string[] = [],
  ): Promise<readonly string[]> {
    if (of !== undefined && ids.length === 0) return [];
    const among = of === undefined ? '' : `AND ${user.id} IN (${idsOf[of](marks(ids))})`;
    const list = selectFrom(
      UserRow,
      ['email'],
      () => `WHERE ${user.enabled} = TRUE ${among} ORDER BY ${user.id} LIMIT ?`,
    );
    return (await this.sql.all(list, ...ids, limit)).map(({ email }) => email);
  }
}
