import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager, EntityTarget, FindOptionsWhere } from 'typeorm';
import { ApplicationRow, IotAgentRow } from '../database/entities/application.row';
import { internalApplicationId } from '../subjects/applications/internal-application';
import { Forbidden, NotFound } from '../faults/faults';
import type { Thing } from '../faults/rules';
import { OrganizationRow } from '../database/entities/organization.row';
import { PermissionRow, RoleRow } from '../database/entities/role.row';
import { UserRow } from '../database/entities/user.row';
import type { PathObjects } from './api-request';

/** Path parameters that name something; every route uses these names. */
export type PathParameter =
  | 'applicationId'
  | 'trustedApplicationId'
  | 'iotAgentId'
  | 'roleId'
  | 'permissionId'
  | 'userId'
  | 'organizationId'
  | 'organizationRole';

const internalRoleIds: ReadonlySet<string> = new Set(['provider', 'purchaser']);
const internalPermissionIds: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5', '6']);

/** No id is longer; a NUL is no text for PostgreSQL. */
const isId = (id: string) => id.length <= 128 && !id.includes('\0');

/** Loads what a path names, one parameter after the other. */
@Injectable()
export class PathLoader {
  constructor(@InjectEntityManager() private readonly rows: EntityManager) {}

  /**
   * Loads one object into `objects`. What belongs to an application is only found within that of the path.
   *
   * @throws NotFound when there is none; Forbidden for the internal application
   */
  async load(name: PathParameter, id: string, objects: PathObjects): Promise<void> {
    switch (name) {
      case 'applicationId':
        objects.application = await this.application(id, 'application');
        return;
      case 'trustedApplicationId':
        objects.trustedApplication = await this.application(id, 'trustedApplication');
        return;
      case 'iotAgentId':
        objects.iotAgent = await this.get(IotAgentRow, { id, ...this.within(objects) }, 'iotAgent');
        return;
      case 'roleId':
        objects.role = await this.get(
          RoleRow,
          internalRoleIds.has(id) ? { id, isInternal: true } : { id, ...this.within(objects) },
          'role',
        );
        return;
      case 'permissionId':
        objects.permission = await this.get(
          PermissionRow,
          internalPermissionIds.has(id) ? { id, isInternal: true } : { id, ...this.within(objects) },
          'permission',
        );
        return;
      case 'userId':
        objects.user = await this.get(UserRow, { id }, 'user');
        return;
      case 'organizationId':
        objects.organization = await this.get(OrganizationRow, { id }, 'organization');
        return;
      case 'organizationRole':
        if (id !== 'owner' && id !== 'member') throw new NotFound('organizationRole');
        objects.organizationRole = id;
    }
  }

  private async application(id: string, missing: Thing): Promise<ApplicationRow> {
    if (id === internalApplicationId) throw new Forbidden('internal');
    return this.get(ApplicationRow, { id }, missing);
  }

  private within({ application }: PathObjects): { readonly applicationId: string } {
    if (!application) throw new Error('the path names no application');
    return { applicationId: application.id };
  }

  private async get<Row extends { id: string }>(
    target: EntityTarget<Row>,
    where: { readonly id: string; readonly applicationId?: string; readonly isInternal?: boolean },
    missing: Thing,
  ): Promise<Row> {
    const row = isId(where.id) ? await this.rows.findOneBy(target, where as FindOptionsWhere<Row>) : null;
    // MySQL ignores blanks at the end when it compares.
    if (row?.id !== where.id) throw new NotFound(missing);
    return row;
  }
}
