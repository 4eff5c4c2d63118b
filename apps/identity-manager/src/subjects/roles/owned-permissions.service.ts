import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import type { UserRow } from '../../database/entities/user.row';
import { HeldRolesRepository } from './held-roles.repository';
import { may } from './internal-permission';

/** What a user may do with an application itself, by own roles and those of organizations. */
export interface OwnedPermissions {
  readonly permissions: ReadonlySet<string>;
  readonly roleIds: ReadonlySet<string>;
}

/** Finds the internal permissions of users. Never from memory: these requests change who may do what. */
@Injectable()
export class OwnedPermissionsService {
  constructor(
    private readonly held: HeldRolesRepository,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  async of({ id, admin }: Pick<UserRow, 'id' | 'admin'>, applicationId: string): Promise<OwnedPermissions> {
    const rows = await this.held.permissionsIn(applicationId, id);
    const permissions = new Set(rows.flatMap(({ permissionId }) => permissionId ?? []));
    if (admin && this.options.admin.managesEverything)
      for (const each of Object.values(may)) permissions.add(each);
    return { permissions, roleIds: new Set(rows.map(({ roleId }) => roleId)) };
  }
}
