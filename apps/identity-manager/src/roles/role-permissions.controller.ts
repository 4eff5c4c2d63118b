import { Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { ApiController } from '../api/api-controller';
import { FromPath, type ApiRequest } from '../api/api-request';
import { AuditTrail } from '../api/audit-trail';
import { AllowPermission, may } from '../api/rule';
import { Sql } from '../database/sql';
import { isDuplicate } from '../database/database-errors';
import { notAllowed, notFound } from '../http/api-errors';
import { Caches } from '../http/timed-cache';
import { renderAssignedPermission } from './render-permission';
import { PermissionRow, RolePermissionRow, RoleRow } from './role.row';

/** Which permissions a role has (spec section 6.6). */
@ApiController('applications/:applicationId/roles/:roleId/permissions')
export class RolePermissionsController {
  constructor(
    @InjectRepository(PermissionRow) private readonly permissions: Repository<PermissionRow>,
    @InjectRepository(RolePermissionRow) private readonly assignments: Repository<RolePermissionRow>,
    private readonly sql: Sql,
    private readonly caches: Caches,
    private readonly trail: AuditTrail,
  ) {}

  @Get()
  @AllowPermission(may.manageRoles)
  async list(@FromPath('role') role: RoleRow) {
    const assigned = await this.assignments.findBy({ roleId: role.id });
    if (assigned.length === 0) throw notFound('Assignments not found');
    const permissions = await this.permissions.find({
      where: { id: In(assigned.map(({ permissionId }) => permissionId)) },
      order: { id: 'ASC' },
    });
    return { role_permission_assignments: permissions.map(renderAssignedPermission) };
  }

  @Put(':permissionId')
  @HttpCode(201)
  @AllowPermission(may.manageRoles)
  async assign(
    @Req() request: ApiRequest,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
  ) {
    if (role.isInternal) throw notAllowed();
    await this.insert(role.id, permission.id);
    this.caches.clear();
    this.trail.record(request, 'role.permission.assign', role.id, { permission: permission.id });
    return { role_permission_assignments: { role_id: role.id, permission_id: permission.id } };
  }

  /** The deprecated form of `assign`. */
  @Post(':permissionId')
  @AllowPermission(may.manageRoles)
  assignByPost(
    @Req() request: ApiRequest,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
  ) {
    return this.assign(request, role, permission);
  }

  @Delete(':permissionId')
  @HttpCode(204)
  @AllowPermission(may.manageRoles)
  async remove(
    @Req() request: ApiRequest,
    @FromPath('role') role: RoleRow,
    @FromPath('permission') permission: PermissionRow,
  ): Promise<void> {
    if (role.isInternal) throw notAllowed();
    const deleted = await this.sql.run(
      'DELETE FROM role_permissions WHERE role_id = ? AND permission_id = ?',
      role.id,
      permission.id,
    );
    if (deleted === 0) throw notFound('Assignments not found');
    this.caches.clear();
    this.trail.record(request, 'role.permission.remove', role.id, { permission: permission.id });
  }

  private async insert(roleId: string, permissionId: string): Promise<void> {
    try {
      await this.sql.run('INSERT INTO role_permissions (role_id, permission_id) VALUES (?, ?)', roleId, permissionId);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}
