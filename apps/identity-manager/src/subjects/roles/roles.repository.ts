import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type FindOptionsWhere, type Repository } from 'typeorm';
import { isDuplicate } from '../../database/database-errors';
import { RolePermissionRow, RoleRow } from '../../database/entities/role.row';
import { Sql } from '../../database/sql';
import { refuseTakenId } from '../../database/refuse-taken-id';
import { deleteWhere, insertInto, updateWhere } from '../../database/statements';

const insert = insertInto(RoleRow, ['id', 'name', 'isInternal', 'applicationId']);
const rename = updateWhere(RoleRow, ['name'], (role) => `${role.id} = ?`);
const remove = deleteWhere(RoleRow, (role) => `${role.id} = ?`);
const insertPermission = insertInto(RolePermissionRow, ['roleId', 'permissionId']);
const deletePermission = deleteWhere(
  RolePermissionRow,
  (given) => `${given.roleId} = ? AND ${given.permissionId} = ?`,
);

/** Which roles of an application. */
export interface WantedRoles {
  readonly own: 'all' | readonly string[];
  readonly internal: boolean;
}

/** Where roles are kept, with what they permit. */
@Injectable()
export class RolesRepository {
  constructor(
    @InjectRepository(RoleRow) private readonly rows: Repository<RoleRow>,
    @InjectRepository(RolePermissionRow) private readonly given: Repository<RolePermissionRow>,
    private readonly sql: Sql,
  ) {}

  /** The application's own. */
  ofApplication(applicationId: string): Promise<RoleRow[]> {
    return this.some([{ applicationId, isInternal: false }]);
  }

  /** The application's own, and the internal ones. */
  visibleIn(applicationId: string): Promise<RoleRow[]> {
    return this.some([{ applicationId }, { isInternal: true }]);
  }

  /** Of those visible in the application: its own, all or of the ids alone, and the internal ones where they are wanted. */
  async which(applicationId: string, { own, internal }: WantedRoles): Promise<readonly RoleRow[]> {
    const where: FindOptionsWhere<RoleRow>[] = internal ? [{ isInternal: true }] : [];
    if (own === 'all') where.push({ applicationId });
    else if (own.length > 0) where.push({ applicationId, isInternal: false, id: In([...own]) });
    return where.length === 0 ? [] : this.some(where);
  }

  /** One of the application, or an internal one, which every application has. */
  visible(applicationId: string, id: string): Promise<RoleRow | null> {
    return this.rows.findOneBy([
      { id, applicationId },
      { id, isInternal: true },
    ]);
  }

  /** The application's own. */
  count(applicationId: string): Promise<number> {
    return this.rows.countBy({ applicationId });
  }

  /** @throws Conflict when another role has the id, of whichever application */
  async add(applicationId: string, name: string, id: string = randomUUID()): Promise<RoleRow> {
    const role = this.rows.create({ id, isInternal: false, name, applicationId });
    await refuseTakenId(this.sql.run(insert(role)));
    return role;
  }

  /** Adds a role with these permissions, whole or not at all. */
  async addWith(applicationId: string, name: string, permissionIds: readonly string[]): Promise<RoleRow> {
    const role = this.rows.create({ id: randomUUID(), isInternal: false, name, applicationId });
    const given = permissionIds.map((permissionId) => insertPermission({ roleId: role.id, permissionId }));
    await this.sql.atomically([insert(role), ...given]);
    return role;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.sql.run(rename({ name }, id));
  }

  /** Its assignments to users and organizations, and what it permits, go with it. */
  async delete(id: string): Promise<void> {
    await this.sql.run(remove(id));
  }

  async permissionIdsOf(roleId: string): Promise<readonly string[]> {
    return (await this.given.findBy({ roleId })).map(({ permissionId }) => permissionId);
  }

  /** Which roles have which permissions, of these roles. */
  permissionsOf(roles: readonly Pick<RoleRow, 'id'>[]): Promise<RolePermissionRow[]> {
    return this.given.findBy({ roleId: In(roles.map(({ id }) => id)) });
  }

  /** False when the role has the permission already. */
  async permit(roleId: string, permissionId: string): Promise<boolean> {
    try {
      await this.sql.run(insertPermission({ roleId, permissionId }));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** False when the role does not have the permission. */
  async withdraw(roleId: string, permissionId: string): Promise<boolean> {
    return (await this.sql.run(deletePermission(roleId, permissionId))) > 0;
  }

  /** Roles that any of the conditions names, the youngest kind of id first. */
  private some(where: FindOptionsWhere<RoleRow>[]): Promise<RoleRow[]> {
    return this.rows.find({ where, order: { id: 'DESC' } });
  }
}
