import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Raw, type FindOptionsWhere, type Repository } from 'typeorm';
import { MembershipRow } from '../../database/entities/organization.row';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/fold-text';
import { names } from '../../database/names';
import { marks, selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';

/** Which of the users, and how many of them. */
export interface UserSearch {
  /** Part of a name or an address; empty for all. */
  readonly text: string;
  readonly onlyAdmins: boolean;
}

const user = names(UserRow);
const member = names(MembershipRow);

/** Ids of users, by marks for ids of themselves or of organizations that they belong to. */
const idsOf = {
  users: (given: string) => given,
  organizations: (given: string) =>
    `SELECT ${member.userId} FROM ${member.table} WHERE ${member.organizationId} IN (${given})`,
} as const;

/** Many users at once, for administrators. */
@Injectable()
export class UserListsRepository {
  constructor(
    @InjectRepository(UserRow) private readonly rows: Repository<UserRow>,
    private readonly sql: Sql,
  ) {}

  /** Those of the ids that there are, by name. */
  findAll(ids: readonly string[]): Promise<UserRow[]> {
    return this.rows.find({ where: { id: In([...ids]) }, order: { username: 'ASC', id: 'ASC' } });
  }

  /**
   * Addresses of enabled users.
   *
   * @param of   whose ids are given; undefined for all users
   */
  async listAddresses(
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

  /** In the order they came. */
  list(part: { readonly skip?: number; readonly take?: number }): Promise<UserRow[]> {
    return this.rows.find({ order: { createdAt: 'ASC', id: 'ASC' }, ...part });
  }

  countFound(search: UserSearch): Promise<number> {
    return this.rows.count({ where: this.whereOf(search) });
  }

  /** The latest first. */
  search(search: UserSearch, take: number, skip: number): Promise<UserRow[]> {
    return this.rows.find({
      where: this.whereOf(search),
      order: { createdAt: 'DESC', id: 'ASC' },
      take,
      skip,
    });
  }

  private whereOf({ text, onlyAdmins }: UserSearch): FindOptionsWhere<UserRow> | FindOptionsWhere<UserRow>[] {
    const base: FindOptionsWhere<UserRow> = onlyAdmins ? { admin: true } : {};
    if (text === '') return base;
    const pattern = Raw((column) => `${this.sql.folded(column)} LIKE :part ESCAPE '!'`, {
      part: foldedPart(text),
    });
    return [
      { ...base, username: pattern },
      { ...base, email: pattern },
    ];
  }
}
