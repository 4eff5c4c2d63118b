import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { isDuplicate } from '../../database/database-errors';
import { AuthzforceDomainRow } from '../../database/entities/application.row';
import { propertiesOf } from '../../database/names';
import { Sql } from '../../database/sql';
import { insertInto, updateWhere } from '../../database/statements';

const insert = insertInto(AuthzforceDomainRow, propertiesOf(AuthzforceDomainRow));
const setVersion = updateWhere(
  AuthzforceDomainRow,
  ['version'],
  (domain) => `${domain.applicationId} = ? AND ${domain.version} = ?`,
);

/** Which domain of AuthzForce has the policies of which application. */
@Injectable()
export class AuthzforceDomainsRepository {
  constructor(
    @InjectRepository(AuthzforceDomainRow) private readonly rows: Repository<AuthzforceDomainRow>,
    private readonly sql: Sql,
  ) {}

  /** The application's domain with a version that no other call gets; undefined while it has none. */
  async next(applicationId: string): Promise<AuthzforceDomainRow | undefined> {
    for (;;) {
      const found = await this.find(applicationId);
      if (!found) return undefined;
      const version = found.version + 1;
      // Another call may have taken it meanwhile.
      if ((await this.sql.run(setVersion({ version }, applicationId, found.version))) === 1)
        return { ...found, version };
    }
  }

  find(applicationId: string): Promise<AuthzforceDomainRow | null> {
    return this.rows.findOneBy({ applicationId });
  }

  /** @returns the domain that counts: of two first ones at once it is that of the other, with its next version */
  async add(row: AuthzforceDomainRow): Promise<AuthzforceDomainRow> {
    try {
      await this.sql.run(insert(row));
      return row;
    } catch (error) {
      const other = isDuplicate(error) ? await this.next(row.applicationId) : undefined;
      if (!other) throw error;
      return other;
    }
  }
}
