import { Injectable } from '@nestjs/common';
import { isDuplicate } from '../../database/database-errors';
import { endConsent } from '../../database/endings';
import { ApplicationRow } from '../../database/entities/application.row';
import { ConsentRow } from '../../database/entities/consent.row';
import { names, type Column } from '../../database/names';
import { query, selectFrom } from '../../database/query';
import { Sql } from '../../database/sql';
import { insertInto, updateWhere } from '../../database/statements';

interface OfBoth {
  readonly userId: Column<string | null>;
  readonly applicationId: Column<string>;
}

/** What belongs to one user in one application. */
const ofBoth = ({ userId, applicationId }: OfBoth) => `${userId} = ? AND ${applicationId} = ?`;

const consent = names(ConsentRow, 'c');
const application = names(ApplicationRow, 'a');

const find = selectFrom(ConsentRow, ['loginDate'], (c) => `WHERE ${ofBoth(c)}`);
const insert = insertInto(ConsentRow, ['userId', 'applicationId', 'sharedAttributes', 'loginDate']);
const renew = updateWhere(ConsentRow, ['loginDate'], ofBoth);
const choose = updateWhere(ConsentRow, ['loginDate', 'sharedAttributes'], ofBoth);
const granted = query(
  {
    applicationId: consent.applicationId,
    sharedAttributes: consent.sharedAttributes,
    loginDate: consent.loginDate,
    name: application.name,
    description: application.description,
    url: application.url,
    image: application.image,
  },
  `FROM ${consent.table} JOIN ${application.table} ON ${application.id} = ${consent.applicationId} WHERE ${consent.userId} = ? ORDER BY ${consent.loginDate} DESC, ${consent.applicationId}`,
);

/** Where consents are kept. */
@Injectable()
export class ConsentsRepository {
  constructor(private readonly sql: Sql) {}

  async exists(userId: string, applicationId: string): Promise<boolean> {
    return (await this.sql.first(find, userId, applicationId)) !== undefined;
  }

  /**
   * Writes the consent, or renews the one there is.
   *
   * @param shared  comma list; undefined keeps the one there is, or the default
   */
  async save(userId: string, applicationId: string, now: number, shared: string | undefined): Promise<void> {
    const step =
      shared === undefined
        ? renew({ loginDate: now }, userId, applicationId)
        : choose({ loginDate: now, sharedAttributes: shared }, userId, applicationId);
    if ((await this.sql.run(step)) > 0) return;
    try {
      const row = { userId, applicationId, sharedAttributes: shared ?? null, loginDate: now };
      await this.sql.run(insert(row));
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Two first logins at once: what was chosen in this one counts, too.
      await this.sql.run(step);
    }
  }

  /** What the user let in, the latest login first. */
  listOf(userId: string) {
    return this.sql.all(granted, userId);
  }

  /** Deletes the consent and ends the codes and tokens that the application holds for the user, all or nothing. */
  async withdraw(userId: string, applicationId: string, now: number): Promise<void> {
    await this.sql.atomically(endConsent(userId, applicationId, now));
  }
}
