import { Injectable } from '@nestjs/common';
import { MembershipRow, OrganizationRow } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';
import { marks, selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { emailKey } from './email-address';

const user = names(UserRow);
const member = names(MembershipRow);

/** Ids of users, by marks for ids of themselves or of organizations that they belong to. */
const idsOf = {
  users: (given: string) => given,
  organizations: (given: string) =>
    `SELECT ${member.userId} FROM ${member.table} WHERE ${member.organizationId} IN (${given})`,
} as const;

/** A user or an organization that a mail to many names. */
export type Addressee = Pick<UserRow, 'id' | 'image'> & {
  readonly name: string;
  /** Of a user. */
  readonly email?: string;
};

/** Whom a mail to many goes to. */
@Injectable()
export class AddresseesRepository {
  constructor(private readonly sql: Sql) {}

  /** Enabled users with one of these ids, email addresses or usernames. */
  async usersCalled(words: readonly string[]): Promise<readonly Addressee[]> {
    if (words.length === 0) return [];
    const list = selectFrom(
      UserRow,
      ['id', 'username', 'email', 'image'],
      (of) =>
        `WHERE ${of.enabled} = TRUE AND (${of.id} IN (${marks(words)}) OR ${of.username} IN (${marks(words)})
         OR ${of.emailLower} IN (${marks(words)})) ORDER BY ${of.id}`,
    );
    const found = await this.sql.all(list, ...words, ...words, ...words.map(emailKey));
    return found.map(({ username, ...rest }) => ({ ...rest, name: username }));
  }

  /** Organizations with one of these ids or names. */
  async organizationsCalled(words: readonly string[]): Promise<readonly Addressee[]> {
    if (words.length === 0) return [];
    const list = selectFrom(
      OrganizationRow,
      ['id', 'name', 'image'],
      (of) => `WHERE ${of.id} IN (${marks(words)}) OR ${of.name} IN (${marks(words)}) ORDER BY ${of.id}`,
    );
    return this.sql.all(list, ...words, ...words);
  }

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
