import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import type { ListPart } from '@smart-city/lists';
import { Conditions } from '../../database/conditions';
import { UserRow } from '../../database/entities/user.row';
import { foldedPart } from '../../database/folded-part';
import { expression, names } from '../../database/names';
import { orderOf } from '../../database/paging';
import { query } from '../../database/query';
import { Sql } from '../../database/sql';

/** Whether somebody can sign in: not those whom an administrator disabled, nor those who have not confirmed their address. */
export const userStates = ['enabled', 'disabled', 'waiting'] as const;

export type UserState = (typeof userStates)[number];

/** Which of the users. */
export interface UserSearch {
  /** Part of a name or an address; empty for all. */
  readonly text: string;
  readonly state?: UserState | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly hasSecondFactor?: boolean | undefined;
}

/** A user as lists show them. */
export type ListedUser = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'email'
  | 'image'
  | 'enabled'
  | 'awaitingActivation'
  | 'admin'
  | 'lastSignInAt'
  | 'createdAt'
> & { readonly hasSecondFactor: boolean };

const user = names(UserRow);

const listed = {
  id: user.id,
  username: user.username,
  email: user.email,
  image: user.image,
  enabled: user.enabled,
  awaitingActivation: user.awaitingActivation,
  admin: user.admin,
  lastSignInAt: user.lastSignInAt,
  createdAt: user.createdAt,
  hasSecondFactor: expression(
    `CASE WHEN ${user.totpSecret} IS NULL THEN 0 ELSE 1 END`,
    (raw) => Number(raw) > 0,
  ),
};

const orders = {
  name: expression(`LOWER(${user.username})`, String),
  email: user.emailLower,
  created: user.createdAt,
  seen: user.lastSignInAt,
};

/** What users can be ordered by. */
export type UserSort = keyof typeof orders;

const conditionOf: Readonly<Record<UserState, string>> = {
  enabled: `${user.enabled} = TRUE`,
  disabled: `${user.enabled} = FALSE AND ${user.awaitingActivation} = FALSE`,
  waiting: `${user.enabled} = FALSE AND ${user.awaitingActivation} = TRUE`,
};

const amount = { amount: expression('COUNT(*)', Number) };

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

  /** In the order they came. */
  list(part: { readonly skip?: number; readonly take?: number }): Promise<UserRow[]> {
    return this.rows.find({ order: { createdAt: 'ASC', id: 'ASC' }, ...part });
  }

  async countFound(search: UserSearch): Promise<number> {
    const { where, values } = this.conditionsOf(search);
    return (await this.sql.first(query(amount, `FROM ${user.table} ${where}`), ...values))?.amount ?? 0;
  }

  search(search: UserSearch, part: ListPart<UserSort>): Promise<ListedUser[]> {
    const { where, values } = this.conditionsOf(search);
    const found = query(listed, `FROM ${user.table} ${where} ${orderOf(part, orders, user.id)}`);
    return this.sql.all(found, ...values, part.limit, part.offset);
  }

  /** The next ones by id, however many come and go meanwhile. @param id  of the last one that was read; empty at first */
  after(search: UserSearch, id: string, limit: number): Promise<ListedUser[]> {
    const { where, values } = this.conditionsOf(search).add(`${user.id} > ?`, id);
    const next = query(listed, `FROM ${user.table} ${where} ORDER BY ${user.id} LIMIT ?`);
    return this.sql.all(next, ...values, limit);
  }

  private conditionsOf({ text, state, isAdmin, hasSecondFactor }: UserSearch): Conditions {
    const conditions = new Conditions();
    if (state) conditions.add(conditionOf[state]);
    if (isAdmin !== undefined) conditions.add(`${user.admin} = ${isAdmin ? 'TRUE' : 'FALSE'}`);
    if (hasSecondFactor !== undefined)
      conditions.add(`${user.totpSecret} IS ${hasSecondFactor ? 'NOT NULL' : 'NULL'}`);
    if (text !== '') {
      const part = foldedPart(text);
      const matches = [user.username, user.email].map(
        (column) => `${this.sql.folded(column)} LIKE ? ESCAPE '!'`,
      );
      conditions.add(matches.join(' OR '), part, part);
    }
    return conditions;
  }
}
