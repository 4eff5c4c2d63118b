import { Injectable } from '@nestjs/common';
import type { ApplicationRow } from '../database/entities/application.row';
import { ApplicationsService } from '../subjects/applications/applications.service';
import { INTERNAL_APPLICATION_ID } from '../database/entities/internal-application';
import { IotAgents } from '../subjects/applications/iot-agents.service';
import { Forbidden, NotFound } from '../faults/faults';
import type { Thing } from '../faults/rules';
import { OrganizationsService } from '../subjects/organizations/organizations.service';
import { PermissionsService } from '../subjects/roles/permissions.service';
import { RolesService } from '../subjects/roles/roles.service';
import { UsersService } from '../subjects/users/users.service';
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

/** No id is longer; a NUL is no text for PostgreSQL. */
const isId = (id: string) => id.length <= 128 && !id.includes('\0');

/** The application that all further parts of the path belong to. */
function within({ application }: PathObjects): ApplicationRow {
  if (!application) throw new Error('the path names no application');
  return application;
}

/** @throws NotFound when there is none of exactly this id: MySQL ignores blanks at the end when it compares */
async function found<Row extends { readonly id: string }>(
  id: string,
  missing: Thing,
  load: () => Promise<Row | null>,
): Promise<Row> {
  const row = isId(id) ? await load() : null;
  if (row?.id !== id) throw new NotFound(missing);
  return row;
}

/** Loads what a path names, one parameter after the other. */
@Injectable()
export class PathLoader {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly agents: IotAgents,
    private readonly roles: RolesService,
    private readonly permissions: PermissionsService,
    private readonly users: UsersService,
    private readonly organizations: OrganizationsService,
  ) {}

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
        objects.iotAgent = await found(id, 'iotAgent', () => this.agents.find(within(objects), id));
        return;
      case 'roleId':
        objects.role = await found(id, 'role', () => this.roles.find(within(objects), id));
        return;
      case 'permissionId':
        objects.permission = await found(id, 'permission', () => this.permissions.find(within(objects), id));
        return;
      case 'userId':
        objects.user = await found(id, 'user', () => this.users.findById(id));
        return;
      case 'organizationId':
        objects.organization = await found(id, 'organization', () => this.organizations.find(id));
        return;
      case 'organizationRole':
        if (id !== 'owner' && id !== 'member') throw new NotFound('organizationRole');
        objects.organizationRole = id;
    }
  }

  private async application(id: string, missing: Thing): Promise<ApplicationRow> {
    if (id === INTERNAL_APPLICATION_ID) throw new Forbidden('internal');
    return found(id, missing, () => this.applications.find(id));
  }
}
