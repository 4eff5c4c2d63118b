import { Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import { ApplicationRow, TrustedApplicationRow } from '../../database/entities/application.row';
import { names } from '../../database/names';
import { query, selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { deleteWhere, insertInto } from '../../database/statements';

const insert = insertInto(TrustedApplicationRow, ['applicationId', 'trustedApplicationId']);
const remove = deleteWhere(
  TrustedApplicationRow,
  (trust) => `${trust.applicationId} = ? AND ${trust.trustedApplicationId} = ?`,
);
const ids = selectFrom(
  TrustedApplicationRow,
  ['trustedApplicationId'],
  (trust) => `WHERE ${trust.applicationId} = ? ORDER BY ${trust.trustedApplicationId}`,
);
const t = names(TrustedApplicationRow, 't');
const a = names(ApplicationRow, 'a');
const named = query(
  { id: a.id, name: a.name, image: a.image, description: a.description },
  `FROM ${t.table} JOIN ${a.table} ON ${a.id} = ${t.trustedApplicationId} WHERE ${t.applicationId} = ?`,
);

/** Which applications accept the tokens of which others. */
@Injectable()
export class TrustedApplicationsRepository {
  constructor(private readonly sql: Sql) {}

  /** Ids of those whose tokens the application accepts. */
  async trustedBy(applicationId: string): Promise<readonly string[]> {
    return (await this.sql.all(ids, applicationId)).map(({ trustedApplicationId }) => trustedApplicationId);
  }

  /** The same with names, for people: in the order of these. */
  named(applicationId: string) {
    const byName = `ORDER BY ${this.sql.folded(a.name)}, ${a.id}`;
    return this.sql.all(named.followedBy(byName), applicationId);
  }

  /** False when it is there already. */
  async add(applicationId: string, trustedApplicationId: string): Promise<boolean> {
    try {
      await this.sql.run(insert({ applicationId, trustedApplicationId }));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** False when it is not there. */
  async remove(applicationId: string, trustedApplicationId: string): Promise<boolean> {
    return (await this.sql.run(remove(applicationId, trustedApplicationId))) > 0;
  }
}
