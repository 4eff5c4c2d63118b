import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { RoleRow } from '../../database/entities/role.row';

/** Where roles are kept. */
@Injectable()
export class RolesRepository {
  constructor(@InjectRepository(RoleRow) private readonly rows: Repository<RoleRow>) {}

  async add(applicationId: string, name: string): Promise<RoleRow> {
    const role = this.rows.create({ id: randomUUID(), isInternal: false, name, applicationId });
    await this.rows.insert(role);
    return role;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.rows.update({ id }, { name });
  }

  /** Its assignments to users and organizations, and what it permits, go with it. */
  async delete(id: string): Promise<void> {
    await this.rows.delete({ id });
  }
}
