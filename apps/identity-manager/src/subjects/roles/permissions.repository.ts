import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { PermissionRow } from '../../database/entities/role.row';
import { propertiesOf } from '../../database/names';
import { refuseTakenId } from '../../database/refuse-taken-id';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto, updateGiven } from '../../database/statements';
import type { PermissionContent } from './permission-checks';

const insert = insertInto(PermissionRow, propertiesOf(PermissionRow));
const update = updateGiven(PermissionRow, (permission) => `${permission.id} = ?`);
const remove = deleteWhere(PermissionRow, (permission) => `${permission.id} = ?`);

/** Where permissions are kept: those of applications, and the internal ones that all of them share. */
@Injectable()
export class PermissionsRepository {
  constructor(
    @InjectRepository(PermissionRow) private readonly rows: Repository<PermissionRow>,
    private readonly sql: Sql,
  ) {}

  /** Those of the application and the internal ones. */
  visibleIn(applicationId: string): Promise<PermissionRow[]> {
    return this.rows.find({ where: [{ applicationId }, { isInternal: true }], order: { id: 'DESC' } });
  }

  internal(): Promise<PermissionRow[]> {
    return this.rows.find({ where: { isInternal: true }, order: { id: 'DESC' } });
  }

  /** The application's own. */
  ofApplication(applicationId: string): Promise<PermissionRow[]> {
    return this.rows.findBy({ applicationId, isInternal: false });
  }

  /** One of the application, or an internal one, which every application has. */
  visible(applicationId: string, id: string): Promise<PermissionRow | null> {
    return this.rows.findOneBy([
      { id, applicationId },
      { id, isInternal: true },
    ]);
  }

  /** The application's own. */
  count(applicationId: string): Promise<number> {
    return this.rows.countBy({ applicationId });
  }

  withIds(ids: readonly string[]): Promise<PermissionRow[]> {
    return this.rows.find({ where: { id: In([...ids]) }, order: { id: 'ASC' } });
  }

  /** @throws Conflict when another permission has the id, of whichever application */
  async add(
    applicationId: string,
    content: PermissionContent,
    id: string = randomUUID(),
  ): Promise<PermissionRow> {
    const row = this.rows.create({ id, isInternal: false, applicationId, ...content });
    await refuseTakenId(this.sql.run(insert(row)));
    return row;
  }

  async change(id: string, columns: Partial<PermissionRow>): Promise<void> {
    await this.sql.run(update(columns, id));
  }

  /** Roles that have it lose it. */
  async delete(id: string): Promise<void> {
    await this.sql.run(remove(id));
  }
}
