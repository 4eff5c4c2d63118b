import type { Sql } from '../../database/sql';
import type { ImportedRows } from './imported-rows';
import { LeftOut } from './keyrock-values';
import type { Translated } from './keyrock-tables';

/** Columns that name a user. */
const USER = 'user_id';

/**
 * People who are here already under another id, found by their e-mail address: everything that Keyrock has for them
 * becomes theirs.
 */
export class People {
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly sql: Sql,
    private readonly rows: ImportedRows,
  ) {}

  /** Remembers that the user of this id there is the one of that id here. */
  note(there: string, here: string): void {
    if (there !== here) this.ids.set(there, here);
  }

  /** A row with the ids of people as they are here. */
  here(translated: Translated): Translated {
    const user = translated.values[USER];
    const id = typeof user === 'string' ? this.ids.get(user) : undefined;
    return id === undefined ? translated : { ...translated, values: { ...translated.values, [USER]: id } };
  }

  /**
   * The id of the person here who has the address of a user there, unless that user has the same id.
   *
   * @throws LeftOut  the person here came from Keyrock too, as another user
   */
  async match({ values }: Translated): Promise<string | undefined> {
    const found = await this.sql.first<{ id: string }>(
      'SELECT id FROM users WHERE email_lower = ?',
      values['email_lower'] ?? '',
    );
    if (!found || found.id === values['id']) return undefined;
    if (await this.rows.isTaken('user', { table: 'users', key: { id: found.id } }))
      throw new LeftOut('another user of Keyrock has the same e-mail address', String(values['email']));
    return found.id;
  }
}
