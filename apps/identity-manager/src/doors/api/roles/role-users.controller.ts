import { Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type FindOptionsWhere, type Repository } from 'typeorm';
import { ApiController } from '../api-controller';
import { FromPath, Owned, type ApiRequest } from '../../../access/api-request';
import { AuditTrail } from '../audit-trail';
import { AllowAssigning } from '../../../access/rule';
import { ApplicationRow } from '../../../database/entities/application.row';
import { notFound } from '../../../http/api-errors';
import { UserRow } from '../../../database/entities/user.row';
import type { OwnedPermissions } from '../../../subjects/roles/owned-permissions.service';
import { RoleAssignments } from '../../../subjects/roles/role-assignments.service';
import { RoleAssignmentRow, RoleRow } from '../../../database/entities/role.row';

/** Roles of users in an application. */
@ApiController('applications/:applicationId/users')
export class RoleUsersController {
  constructor(
    @InjectRepository(RoleAssignmentRow) private readonly rows: Repository<RoleAssignmentRow>,
    private readonly assignments: RoleAssignments,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  @AllowAssigning()
  list(@FromPath('application') { id }: ApplicationRow, @Owned() owned: OwnedPermissions) {
    return this.find(id, { userId: Not(IsNull()) }, owned);
  }

  @Get(':userId/roles')
  @AllowAssigning()
  listOfUser(
    @FromPath('application') { id }: ApplicationRow,
    @FromPath('user') user: UserRow,
    @Owned() owned: OwnedPermissions,
  ) {
    return this.find(id, { userId: user.id }, owned);
  }

  @Put(':userId/roles/:roleId')
  @HttpCode(201)
  @AllowAssigning()
  async assign(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('user') user: UserRow,
    @FromPath('role') role: RoleRow,
    @Owned() owned: OwnedPermissions,
  ) {
    await this.assignments.assign(application.id, role.id, { userId: user.id }, owned);
    this.trail.record(request, 'role.user.assign', user.id, { role: role.id });
    return { role_user_assignments: { role_id: role.id, user_id: user.id, oauth_client_id: application.id } };
  }

  /** The deprecated form of `assign`. */
  @Post(':userId/roles/:roleId')
  @AllowAssigning()
  assignByPost(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('user') user: UserRow,
    @FromPath('role') role: RoleRow,
    @Owned() owned: OwnedPermissions,
  ) {
    return this.assign(request, application, user, role, owned);
  }

  @Delete(':userId/roles/:roleId')
  @HttpCode(204)
  @AllowAssigning()
  async remove(
    @Req() request: ApiRequest,
    @FromPath('application') application: ApplicationRow,
    @FromPath('user') user: UserRow,
    @FromPath('role') role: RoleRow,
    @Owned() owned: OwnedPermissions,
  ): Promise<void> {
    await this.assignments.remove(
      application.id,
      role.id,
      { userId: user.id },
      { owned, callerId: request.caller?.id ?? '' },
    );
    this.trail.record(request, 'role.user.remove', user.id, { role: role.id });
  }

  /** Only roles that the caller may assign. */
  private async find(
    applicationId: string,
    where: FindOptionsWhere<RoleAssignmentRow>,
    owned: OwnedPermissions,
  ) {
    const assignable = await this.assignments.assignableIds(applicationId, owned);
    const rows = await this.rows.find({
      where: { applicationId, ...where },
      order: { userId: 'ASC', roleId: 'ASC' },
    });
    const visible = rows.filter(({ roleId }) => assignable.has(roleId));
    if (visible.length === 0) throw notFound('Assignments not found');
    return {
      role_user_assignments: visible.map(({ userId, roleId }) => ({ user_id: userId, role_id: roleId })),
    };
  }
}
