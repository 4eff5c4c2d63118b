import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { isDuplicate } from '../../database/database-errors';
import { Sql } from '../../database/sql';
import { Caches } from '../../service/timed-cache';
import { PermissionRow, RolePermissionRow } from '../../database/entities/role.row';

/** Gives permissions to roles and takes them back. */
@Injectable()
export class RolePermissions {
  constructor(
    @InjectRepository(PermissionRow) private readonly permissions: Repository<PermissionRow>,
    @InjectRepository(RolePermissionRow) private readonly assignments: Repository<RolePermissionRow>,
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {}

  async of(roleId: string): Promise<readonly PermissionRow[]> {
    const assigned = await this.assignments.findBy({ roleId });
    return this.permissions.find({
      where: { id: In(assigned.map(({ permissionId }) => permissionId)) },
      order: { id: 'ASC' },
    });
  }

  /** @returns false when the role had the permission already */
  async assign(roleId: string, permissionId: string): Promise<boolean> {
    try {
      await this.sql.run(
        'INSERT INTO role_permissions (role_id, permission_id) VALUES (?, ?)',
        roleId,
        permissionId,
      );
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
    this.caches.clear();
    return true;
  }

  /** @returns false when the role did not have the permission */
  async remove(roleId: string, permissionId: string): Promise<boolean> {
    const deleted = await this.sql.run(
      'DELETE FROM role_permissions WHERE role_id = ? AND permission_id = ?',
      roleId,
      permissionId,
    );
    this.caches.clear();
    return deleted > 0;
  }
}
