import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { inGroups } from '../../database/in-groups';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import {
  UserListsRepository,
  type ListedUser,
  type UserSearch,
  type UserSort,
} from './user-lists.repository';

/** Users in lists, for administrators. Doors ask before whether the actor is one. */
@Injectable()
export class UserLists {
  constructor(
    private readonly rows: UserListsRepository,
    private readonly audit: AuditLog,
  ) {}

  count(search: UserSearch): Promise<number> {
    return this.rows.countFound(search);
  }

  page(search: UserSearch, part: ListPart<UserSort>): Promise<readonly ListedUser[]> {
    return this.rows.search(search, part);
  }

  /** All that are found, in groups by id. Who takes so much along is in the audit log. */
  async *export(actor: Actor, search: UserSearch): AsyncGenerator<readonly ListedUser[]> {
    this.audit.recordDone(actor, 'user.export', { details: { search: { ...search } } });
    yield* inGroups<ListedUser>((last, limit) => this.rows.after(search, last?.id ?? '', limit));
  }
}
