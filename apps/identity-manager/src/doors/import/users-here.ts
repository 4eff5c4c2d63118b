import { ConsentRow } from '../../database/entities/consent.row';
import { UserRow } from '../../database/entities/user.row';
import { names } from '../../database/names';
import { selectFrom } from '../../database/query';
import type { TableRow } from '../../database/tables';
import type { Sql } from '../../database/sql';
import type { ImportedRows } from './imported-rows';
import { LeftOut } from './keyrock-values';

const user = names(UserRow);
const idByEmail = selectFrom(UserRow, ['id'], ({ emailLower }) => `WHERE ${emailLower} = ?`);
/** Columns that name a user, in every table. */
const USER = String(names(ConsentRow).userId);

/**
 * Users who are here already under another id, found by their e-mail address: everything that Keyrock has for them
 * becomes theirs.
 */
export class UsersHere {
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly sql: Sql,
    private readonly rows: ImportedRows,
  ) {}

  /** Remembers that the user of this id there is the one of that id here. */
  note(there: string, here: string): void {
    if (there !== here) this.ids.set(there, here);
  }

  /** A row with the ids of users as they are here. */
  here(translated: TableRow): TableRow {
    const there = translated.values[USER];
    const id = typeof there === 'string' ? this.ids.get(there) : undefined;
    return id === undefined ? translated : { ...translated, values: { ...translated.values, [USER]: id } };
  }

  /**
   * The id of the user here who has the address of a user there, unless that user has the same id.
   *
   * @throws LeftOut  the user here came from Keyrock too, as another user
   */
  async match({ values }: TableRow): Promise<string | undefined> {
    const found = await this.sql.first(idByEmail, values[String(user.emailLower)] ?? '');
    if (!found || found.id === values['id']) return undefined;
    if (await this.rows.isTaken('user', { table: user.table, key: { id: found.id } }))
      throw new LeftOut('another user of Keyrock has the same e-mail address', String(values['email']));
    return found.id;
  }
}
