import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Acting, FromPath, Owned, OwnFromPath } from '../../../access/api-request';
import { AllowPermission } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { RoleRow } from '../../../database/entities/role.row';
import { NotFound } from '../../../faults/faults';
import type { Actor } from '../../../subjects/audit/actor';
import { AssignableRoles } from '../../../subjects/roles/assignable-roles.service';
import { may } from '../../../subjects/roles/internal-permission';
import type { OwnedPermissions } from '../../../subjects/roles/owned-permissions.service';
import { CreateRole, RenameRole } from '../../../subjects/roles/role-input';
import { RolesService } from '../../../subjects/roles/roles.service';
import { ApiController } from '../api-controller';
import { eitherOf, listed, wrapped } from '../../../openapi/content';
import { Text, Truth } from '../../../openapi/described';
import { Changed, changesBetween, renderChanges, Unchanged } from '../changes';
import { ApiRoute } from '../described-route';

class ShownRole {
  @Text() id!: string;
  @Truth() is_internal!: boolean;
  @Text() name!: string;
  @Text() oauth_client_id!: string | null;
}

class ListedRole {
  @Text() id!: string;
  @Text() name!: string;
}

const renderRole = (role: RoleRow): ShownRole => ({
  id: role.id,
  is_internal: role.isInternal,
  name: role.name,
  oauth_client_id: role.applicationId,
});

/** Roles of an application. */
@ApiController('applications/:applicationId/roles', 'Roles')
export class RolesController {
  constructor(
    private readonly roles: RolesService,
    private readonly assignable: AssignableRoles,
  ) {}

  @Get()
  @AllowPermission('1', '3', '5', '6')
  @ApiRoute('List roles that one may see', { answers: listed('roles', ListedRole) })
  async list(@FromPath('application') { id }: ApplicationRow, @Owned() owned: OwnedPermissions) {
    const roles = await this.assignable.visibleTo(id, owned);
    if (roles.length === 0) throw new NotFound('roles');
    return { roles: roles.map((role) => ({ id: role.id, name: role.name })) };
  }

  @Post()
  @AllowPermission(may.manageRoles)
  @ApiRoute('Create a role', {
    takes: wrapped('role', CreateRole, { name: 'gardener' }),
    answers: wrapped('role', ShownRole),
    conflict: 'Another role has the id',
  })
  async create(
    @Acting() actor: Actor,
    @FromPath('application') application: ApplicationRow,
    @Body('role') input: CreateRole,
  ) {
    return { role: renderRole(await this.roles.create(actor, application, input)) };
  }

  @Get(':roleId')
  @AllowPermission(may.manageRoles)
  @ApiRoute('Show a role', { answers: wrapped('role', ShownRole) })
  read(@FromPath('role') role: RoleRow) {
    return { role: renderRole(role) };
  }

  @Patch(':roleId')
  @AllowPermission(may.manageRoles)
  @ApiRoute('Rename a role', {
    takes: wrapped('role', RenameRole, { name: 'head gardener' }),
    answers: eitherOf(Changed, Unchanged),
  })
  async update(@Acting() actor: Actor, @OwnFromPath('role') role: RoleRow, @Body('role') input: RenameRole) {
    const renamed = await this.roles.rename(actor, role, input);
    return renderChanges('role', changesBetween(renderRole(role), renderRole(renamed)));
  }

  @Delete(':roleId')
  @HttpCode(204)
  @AllowPermission(may.manageRoles)
  @ApiRoute('Delete a role')
  delete(@Acting() actor: Actor, @FromPath('role') role: RoleRow): Promise<void> {
    return this.roles.delete(actor, role);
  }
}
