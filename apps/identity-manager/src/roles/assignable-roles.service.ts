import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type FindOptionsWhere, type Repository } from 'typeorm';
import { may } from '../api/rule';
import type { OwnedPermissions } from './owned-permissions.service';
import { RoleRow } from './role.row';

/** Which roles of an application a user may see and give to others (spec sections 6.6 and 6.7). */
@Injectable()
export class AssignableRoles {
  constructor(@InjectRepository(RoleRow) private readonly roles: Repository<RoleRow>) {}

  /** Permission 1: internal roles; 5: all roles of the application; 6: those the user has, internal ones apart. */
  async of(applicationId: string, { permissions, roleIds }: OwnedPermissions): Promise<readonly RoleRow[]> {
    const wanted: FindOptionsWhere<RoleRow>[] = [];
    if (permissions.has(may.assignInternalRoles)) wanted.push({ isInternal: true });
    if (permissions.has(may.assignAllRoles)) wanted.push({ applicationId });
    else if (permissions.has(may.assignOwnRoles))
      wanted.push({ applicationId, isInternal: false, id: In([...roleIds]) });
    return this.find(wanted);
  }

  /** What a list of roles shows; who manages roles sees all of them. */
  async visibleTo(applicationId: string, owned: OwnedPermissions): Promise<readonly RoleRow[]> {
    if (!owned.permissions.has(may.manageRoles)) return this.of(applicationId, owned);
    return this.find([{ applicationId }, { isInternal: true }]);
  }

  private async find(where: FindOptionsWhere<RoleRow>[]): Promise<readonly RoleRow[]> {
    if (where.length === 0) return [];
    return this.roles.find({ where, order: { id: 'DESC' } });
  }
}
