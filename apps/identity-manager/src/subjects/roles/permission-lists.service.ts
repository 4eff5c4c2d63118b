import { Injectable } from '@nestjs/common';
import type { ListPart } from '@smart-city/lists';
import { inGroups } from '../../database/in-groups';
import {
  PermissionListsRepository,
  type ListedPermission,
  type PermissionSearch,
  type PermissionSort,
} from './permission-lists.repository';

/** The permissions that an application has of its own, in lists. Doors ask before whether the actor may see them. */
@Injectable()
export class PermissionLists {
  constructor(private readonly rows: PermissionListsRepository) {}

  count(search: PermissionSearch): Promise<number> {
    return this.rows.count(search);
  }

  page(search: PermissionSearch, part: ListPart<PermissionSort>): Promise<readonly ListedPermission[]> {
    return this.rows.page(search, part);
  }

  /** Those of the ids that are of the application, by name. */
  among(applicationId: string, ids: readonly string[]) {
    return this.rows.among(applicationId, ids);
  }

  /** The verbs that a list of them can be filtered by. */
  verbsOf(applicationId: string): Promise<readonly string[]> {
    return this.rows.verbsOf(applicationId);
  }

  /** All that are found, in groups by id. */
  all(search: PermissionSearch): AsyncGenerator<readonly ListedPermission[]> {
    return inGroups<ListedPermission>((last, limit) => this.rows.after(search, last?.id ?? '', limit));
  }
}
