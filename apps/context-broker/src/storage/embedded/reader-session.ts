import type Database from 'better-sqlite3';
import type { EntityQuery, ServicePathFilter } from '@smart-city/ngsi';
import { ENTITY_COLUMNS, type EntityRow } from './entity-document';
import { noFunctions, registerQueryFunctions } from './query-functions';
import { compileQuery } from './query-sql';
import { openForReading } from './schema';
import type { SqlCondition } from './sql-condition';
import type { SqlValue } from './write-operation';

export interface QueryRequest {
  readonly path: string;
  readonly servicePaths: readonly ServicePathFilter[];
  readonly query: EntityQuery;
}

export interface QueryAnswer {
  readonly rows: readonly EntityRow[];
  readonly count?: number;
}

interface ReadFile {
  readonly database: Database.Database;
  readonly statements: Map<string, Database.Statement<SqlValue[], unknown[]>>;
  readonly entity: Database.Statement<SqlValue[], EntityRow>;
}

const CACHE_KIB = 16_384;
/** Files kept open; the one used longest ago goes first. */
const MOST_FILES = 32;
/** Statements kept prepared for a file. */
const MOST_STATEMENTS = 50;

/** A reading thread's state and its work, free of threads: one query in, one answer out. */
export class ReaderSession {
  readonly #files = new Map<string, ReadFile>();
  #functions = noFunctions();

  /** Page and count are of one moment. @throws NgsiError for a pattern that cannot be compiled; the driver's errors */
  run({ path, servicePaths, query }: QueryRequest): QueryAnswer {
    const { keys, count, functions } = compileQuery(servicePaths, query);
    const file = this.#file(path);
    this.#functions = functions;
    return file.database.transaction((): QueryAnswer => {
      const rows =
        query.limit === 0 ? [] : select(file, keys).map(([key]) => file.entity.get(Number(key)) as EntityRow);
      return query.count ? { rows, count: Number(select(file, count)[0]?.[0]) } : { rows };
    })();
  }

  close(): void {
    for (const { database } of this.#files.values()) database.close();
    this.#files.clear();
  }

  #file(path: string): ReadFile {
    let file = this.#files.get(path);
    this.#files.delete(path);
    if (file === undefined) {
      const database = openForReading(path, CACHE_KIB);
      registerQueryFunctions(database, () => this.#functions);
      const entity = database
        .prepare<SqlValue[], EntityRow>(`SELECT ${ENTITY_COLUMNS} FROM entities WHERE key = ?`)
        .raw();
      file = { database, statements: new Map(), entity };
      const [oldest] = this.#files;
      if (oldest !== undefined && this.#files.size >= MOST_FILES) {
        oldest[1].database.close();
        this.#files.delete(oldest[0]);
      }
    }
    this.#files.set(path, file);
    return file;
  }
}

function select(
  { database, statements }: ReadFile,
  { sql, parameters }: SqlCondition,
): readonly (readonly unknown[])[] {
  let statement = statements.get(sql);
  statements.delete(sql);
  if (statement === undefined) {
    statement = database.prepare<SqlValue[], unknown[]>(sql).raw();
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size >= MOST_STATEMENTS) statements.delete(oldest);
  }
  statements.set(sql, statement);
  return statement.all(...parameters);
}
