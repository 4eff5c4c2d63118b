import type { KeyObject } from 'node:crypto';
import { PepProxyRow } from '../../database/entities/application.row';
import { InstanceSettingRow } from '../../database/entities/instance-setting.row';
import { UserRow } from '../../database/entities/user.row';
import { isDuplicate, isMissingReference } from '../../database/database-errors';
import type { Step } from '../../database/dialect';
import { endOpened } from '../../database/endings';
import { names } from '../../database/names';
import type { SecretCipher } from '../../database/secret-cipher';
import type { Sql } from '../../database/sql';
import { lockWhere } from '../../database/statements';
import { deleteRow, findRow, insertRow, rowKey, updateRow } from '../../database/tables';
import type { ImportedRow, ImportedRows } from './imported-rows';
import type { KeyrockRow } from './keyrock-source';
import type { ImportedTable } from './keyrock-tables';
import { LeftOut, type Target } from './keyrock-values';
import { UsersHere } from './users-here';
import { References } from './references';

/** What the import of a row needs besides the row. */
export interface RowSettings {
  readonly cipher: SecretCipher;
  /** Keys the digests by which rows are compared. */
  readonly secret: KeyObject;
  readonly now: number;
  /** Say what would be done, and do nothing. */
  readonly dryRun: boolean;
}

/** What is done for one row; `ended`: updated, and what the user had open has ended. */
export type Outcome = 'taken' | 'present' | 'matched' | 'updated' | 'ended' | 'unchanged' | LeftOut;

/** A step that undoes the group it is in: nothing of a dry run stays. */
const UNDO: Step = { ...lockWhere(InstanceSettingRow, 'name', () => '1 = 0')(), expect: 1 };

const [USERNAME, LOGIN_NAME] = [String(names(UserRow).username), String(names(UserRow).loginName)];

/** A user whose username another user signs in by: this one signs in with the e-mail address. Undefined when that is so already. */
const withoutLoginName = (target: Target): Target | undefined =>
  typeof target.values[LOGIN_NAME] === 'string'
    ? { ...target, values: { ...target.values, [LOGIN_NAME]: null } }
    : undefined;

const [PASSWORD, ENABLED] = [String(names(UserRow).passwordHash), String(names(UserRow).enabled)];

/** Whether the change of a user ends what the user has open, as it would here: another password, or disabled. */
const endsAccess = (changed: readonly string[], { values }: Target) =>
  changed.includes(PASSWORD) || (changed.includes(ENABLED) && !values[ENABLED]);

const endEverything = (userId: string, now: number): readonly Step[] =>
  (['session', 'device', 'key', 'token'] as const).flatMap((opening) => endOpened(opening, userId, now));

/** Takes one row over: adds it, finds that it is here already, or changes what changed in Keyrock. */
export class RowImport {
  private readonly users: UsersHere;
  private readonly references: References;

  constructor(
    private readonly sql: Sql,
    private readonly rows: ImportedRows,
    private readonly settings: RowSettings,
  ) {
    this.users = new UsersHere(sql, rows);
    this.references = new References(sql);
  }

  /** @param known  what an earlier run made of the row */
  async take(
    table: ImportedTable,
    row: KeyrockRow,
    key: string,
    known: ImportedRow | undefined,
  ): Promise<Outcome> {
    try {
      const target = this.translate(table, row);
      if (known?.matched) {
        this.users.note(String(target.values['id']), known.target.key['id'] ?? '');
        return 'matched';
      }
      return known
        ? await this.change(table.from, key, known, target)
        : await this.insert(table.from, key, target);
    } catch (error) {
      if (error instanceof LeftOut) return error;
      throw error;
    }
  }

  private translate({ translate }: ImportedTable, row: KeyrockRow): Target {
    const { cipher, now } = this.settings;
    const { table, values } = this.users.here(
      translate(row, { encrypt: (secret) => cipher.encrypt(secret), now }),
    );
    // What Keyrock does not say is from now in every run, and no change: a time that is always the same stands for it.
    const plain = this.users.here(translate(row, { encrypt: (secret) => secret, now: 0 })).values;
    return { table, values, plain };
  }

  private async insert(from: string, key: string, target: Target): Promise<Outcome> {
    if (from === 'user') {
      const here = await this.users.match(target);
      if (here !== undefined) return this.adopt(from, key, target, here);
    }
    try {
      await this.write([insertRow(target), this.rows.remember(from, key, target)]);
      this.references.planned(target);
      return 'taken';
    } catch (error) {
      if (isDuplicate(error)) {
        const unnamed = withoutLoginName(target);
        return unnamed ? this.insert(from, key, unnamed) : this.explainDuplicate(target);
      }
      if (!isMissingReference(error)) throw error;
      if (this.settings.dryRun && (await this.references.areMet(target))) {
        this.references.planned(target);
        return 'taken';
      }
      throw new LeftOut('it refers to something that was left out');
    }
  }

  /** A user who is here already: what Keyrock has for them becomes theirs, they stay as they are. */
  private async adopt(from: string, key: string, target: Target, here: string): Promise<Outcome> {
    const matched = { ...target, values: { ...target.values, id: here } };
    await this.write([this.rows.remember(from, key, matched, true)]);
    this.users.note(String(target.values['id']), here);
    return 'matched';
  }

  private async explainDuplicate(target: Target): Promise<Outcome> {
    const { sql, values } = findRow(rowKey(target));
    const same = await this.sql.first(sql, ...values);
    // Says so when the other one came from Keyrock as well.
    if (!same && target.table === names(UserRow).table) await this.users.match(target);
    if (!same && target.table === names(PepProxyRow).table)
      throw new LeftOut(
        'its application has another PEP proxy already',
        `PEP proxy ${target.values['id']} of application ${target.values[String(names(PepProxyRow).applicationId)]}`,
      );
    return 'present';
  }

  private async change(from: string, key: string, known: ImportedRow, target: Target): Promise<Outcome> {
    const differing = this.rows.changedColumns(known, target);
    if (differing.length === 0) return 'unchanged';
    const changed = differing.includes(USERNAME) ? [...differing, LOGIN_NAME] : differing;
    const ends = from === 'user' && endsAccess(differing, target);
    const isMoved = JSON.stringify(known.target) !== JSON.stringify(rowKey(target));
    const steps = isMoved ? [deleteRow(known.target), insertRow(target)] : [updateRow(target, changed)];
    try {
      await this.write([
        ...steps.filter((step) => step !== undefined),
        ...(ends ? endEverything(String(target.values['id']), this.settings.now) : []),
        this.rows.replace(from, key, target),
      ]);
    } catch (error) {
      if (isDuplicate(error)) {
        const unnamed = withoutLoginName(target);
        if (unnamed) return this.change(from, key, known, unnamed);
        throw new LeftOut('what it has become is here already, made here');
      }
      if (isMissingReference(error)) throw new LeftOut('it refers to something that was left out');
      throw error;
    }
    return ends ? 'ended' : 'updated';
  }

  /** All or nothing; of a dry run nothing, but with the database's faults. */
  async write(steps: readonly Step[]): Promise<void> {
    await this.sql.atomically(this.settings.dryRun ? [...steps, UNDO] : steps);
  }
}
