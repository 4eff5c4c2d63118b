import type { Options } from '../../cli/options';
import { InstanceSettingRow } from '../../database/entities/instance-setting.row';
import { selectFrom } from '../../database/query';
import { insertInto } from '../../database/statements';
import type { Sql } from '../../database/sql';
import type { Logger } from '../../service/logger';

/** Tables that only Keyrock makes; ours are named differently. */
const KEYROCK_TABLES = ['oauth_client', 'user_authorized_application'];
/** Among the settings of the installation: this installation has taken a Keyrock database over. */
const IMPORTED = 'keyrock_imported';

const settingByName = selectFrom(InstanceSettingRow, ['name'], ({ name }) => `WHERE ${name} = ?`);
const insertSetting = insertInto(InstanceSettingRow, ['name', 'content']);

/**
 * At a database that Keyrock has filled: takes its data over when IDM_IMPORT_KEYROCK asks for it and no import has ended
 * yet, else says once a start that it could be. Without such tables it does nothing.
 *
 * @throws the driver's error; an import that was stopped half-way goes on at the next start
 */
export async function meetKeyrock(options: Options, sql: Sql, log: Logger): Promise<void> {
  if (options.database.dialect === 'sqlite' || !(await hasKeyrockTables(options, sql))) return;
  if (await sql.first(settingByName, IMPORTED)) return;
  if (!options.database.importsKeyrock) {
    log.warn(
      "this database holds Keyrock's tables, and nothing of them was taken over: do so with IDM_IMPORT_KEYROCK=true, or with the subcommand import-keyrock",
    );
    return;
  }
  const { importInto } = await import('./run-import');
  process.stdout.write(await importInto(sql, urlOf(options), options));
  await sql.run(insertSetting({ name: IMPORTED, content: new Date().toISOString() }));
}

async function hasKeyrockTables({ database }: Options, sql: Sql): Promise<boolean> {
  const schema = database.dialect === 'mysql' ? 'DATABASE()' : 'current_schema()';
  const marks = KEYROCK_TABLES.map(() => '?').join(', ');
  const found = await sql.all(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = ${schema} AND table_name IN (${marks})`,
    ...KEYROCK_TABLES,
  );
  return found.length === KEYROCK_TABLES.length;
}

/** The address of the database that the settings name. */
function urlOf({ database }: Options): string {
  const url = new URL(`${database.dialect === 'postgres' ? 'postgresql' : 'mysql'}://host`);
  url.hostname = database.host;
  url.port = String(database.port ?? '');
  url.username = encodeURIComponent(database.user);
  url.password = encodeURIComponent(database.password);
  url.pathname = encodeURIComponent(database.name);
  return url.href;
}
