import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { inGroups } from '../../database/in-groups';
import type { Actor } from '../audit/actor';
import { AuditLog } from '../audit/audit-log';
import {
  MemberListsRepository,
  type ListedMember,
  type MemberSearch,
  type MemberSort,
} from './member-lists.repository';

/** The members of an organization in lists. Doors ask before whether the actor may see them. */
@Injectable()
export class MemberLists {
  constructor(
    private readonly rows: MemberListsRepository,
    private readonly audit: AuditLog,
  ) {}

  count(search: MemberSearch): Promise<number> {
    return this.rows.count(search);
  }

  page(search: MemberSearch, part: ListPart<MemberSort>): Promise<readonly ListedMember[]> {
    return this.rows.page(search, part);
  }

  /** Those of the users who belong to the organization, by name. */
  among(organizationId: string, ids: readonly string[]): Promise<readonly ListedMember[]> {
    return this.rows.among(organizationId, ids);
  }

  /** All that are found, in groups by id. Who takes so much along is in the audit log. */
  async *export(actor: Actor, search: MemberSearch): AsyncGenerator<readonly ListedMember[]> {
    const { organizationId: subject, text, role } = search;
    this.audit.recordDone(actor, 'members.export', { subject, details: { text, role } });
    yield* inGroups<ListedMember>((last, limit) => this.rows.after(search, last?.id ?? '', limit));
  }
}
