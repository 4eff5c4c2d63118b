import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { isDuplicate } from '../../database/database-errors';
import { AuthzforceDomainRow } from '../../database/entities/application.row';
import { names } from '../../database/names';
import { Sql } from '../../database/sql';

const domain = names(AuthzforceDomainRow);
const count = `UPDATE ${domain.table} SET ${domain.version} = ${domain.version} + 1 WHERE ${domain.applicationId} = ?`;

/** Which domain of AuthzForce has the policies of which application. */
@Injectable()
export class AuthzforceDomainsRepository {
  constructor(
    @InjectRepository(AuthzforceDomainRow) private readonly rows: Repository<AuthzforceDomainRow>,
    private readonly sql: Sql,
  ) {}

  /** The application's domain with the next version; undefined while it has none. */
  async next(applicationId: string): Promise<AuthzforceDomainRow | undefined> {
    return (await this.sql.run({ sql: count, values: [applicationId] })) === 0
      ? undefined
      : this.get(applicationId);
  }

  find(applicationId: string): Promise<AuthzforceDomainRow | null> {
    return this.rows.findOneBy({ applicationId });
  }

  get(applicationId: string): Promise<AuthzforceDomainRow> {
    return this.rows.findOneByOrFail({ applicationId });
  }

  /** Two first assignments at once: the other one's domain counts. */
  async add(row: AuthzforceDomainRow): Promise<void> {
    try {
      await this.rows.insert(row);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}
