import type Database from 'better-sqlite3';
import type {
  AggregateQuery,
  EntityGroup,
  EntityQuery,
  OrderPosition,
  ServicePathFilter,
} from '@smart-city/context';
import { keysOf, LargestRow, readPart, rowsOfKeys } from './list-parts';
import { renderList, type ListOptions } from '../rendered-list';
import { decodeEntityRow, ENTITY_COLUMNS, type EntityRow } from './entity-document';
import { isFull } from '../position';
import { compileGroups } from './group-sql';
import { selectPosition, toPosition } from './position-sql';
import { noFunctions, registerQueryFunctions } from './query-functions';
import { compileQuery, orderTermsOf } from './query-sql';
import { isPlain, PLAIN_COLUMNS, type PlainRow } from './row-text';
import { RowTexts } from './row-texts';
import { mostOpenFiles } from './open-files';
import { openForReading } from './schema';
import { compileShortQuery } from './short-query';
import type { SqlCondition } from './sql-condition';
import type { SqlValue } from './write-operation';
import type { TypeFact } from '../ld-query';
import { TYPE_FACTS, toTypeFact } from './ngsild/type-facts';
import { readLd, readLdShort, type LdAnswer, type LdFile, type LdRequest } from './ngsild/ld-reading';

export interface QueryRequest {
  readonly path: string;
  readonly servicePaths: readonly ServicePathFilter[];
  readonly query: EntityQuery;
  /** How the page is rendered; rows are wanted without it. */
  readonly shown?: ListOptions;
  /** The rows are those of {@link KEY_COLUMNS}. */
  readonly keysOnly?: true;
  /** Of a list whose first part was answered: the keys of what follows. */
  readonly keysLeft?: readonly number[];
  /** Groups are wanted instead of rows. */
  readonly aggregate?: AggregateQuery;
}

/** A query of NGSI-LD. */
export interface LdReadRequest {
  readonly path: string;
  readonly ld: LdRequest;
}

/** Asks for all types and attributes. */
export interface TypeFactsRequest {
  readonly path: string;
  readonly asksTypeFacts: true;
}

export type ReadRequest = QueryRequest | LdReadRequest | TypeFactsRequest;

/** `json`, `rows`, `keys` or `groups`, as the request says. */
export interface QueryAnswer {
  readonly rows?: readonly EntityRow[];
  /** Id, type, service path. */
  readonly keys?: readonly KeyRow[];
  readonly groups?: readonly EntityGroup[];
  /** A list, or the first part of one. */
  readonly json?: string;
  readonly typeFacts?: readonly TypeFact[];
  /** Limits of a query of NGSI-LD. */
  readonly ld?: LdAnswer;
  /** Keys of the entities that are not in `json`, because it is large enough without them. */
  readonly keysLeft?: readonly number[];
  readonly count?: number;
  /** Where the next page begins, for whoever pages by cursor and may find more. */
  readonly next?: OrderPosition;
}

export type KeyRow = readonly [id: string, type: string, servicePath: string];

interface ReadFile {
  readonly database: Database.Database;
  readonly statements: Map<string, Database.Statement<SqlValue[], unknown[]>>;
  readonly largest: LargestRow;
}

/** Pages of one file that are kept in memory, where nothing else is said. */
const CACHE_KIB = 16_384;
/** Files kept open; the one used longest ago goes first. */
const MOST_FILES = mostOpenFiles() / 2;
/** Statements kept prepared for a file. */
const MOST_STATEMENTS = 50;
/** Bytes of the documents that a short query may have to read. */
const MOST_SHORT_BYTES = 131_072;

/** Answers queries, each before the next: the state of a reading thread, and of the event loop for short ones. */
export class ReaderSession {
  private readonly files = new Map<string, ReadFile>();
  private readonly texts = new RowTexts();
  private functions = noFunctions();

  constructor(private readonly cacheKiB = CACHE_KIB) {}

  /** Page and count are of one moment. @throws NgsiError for a pattern that cannot be compiled; the driver's errors */
  run(request: ReadRequest): QueryAnswer {
    if ('ld' in request) return this.runLd(request);
    if ('asksTypeFacts' in request)
      return { typeFacts: select(this.file(request.path), TYPE_FACTS).map(toTypeFact) };
    const { path, servicePaths, query, aggregate, keysLeft } = request;
    if (aggregate !== undefined) return this.runGroups(request, aggregate);
    if (keysLeft !== undefined) return this.runFurther(request, keysLeft);
    const { keys, count, functions } = compileQuery(servicePaths, query);
    const file = this.file(path);
    this.functions = functions;
    return file.database.transaction((): QueryAnswer => {
      const answer = query.limit === 0 ? this.answer(request, []) : this.answerPage(file, request, keys);
      return query.count ? { ...answer, count: Number(select(file, count)[0]?.[0]) } : answer;
    })();
  }

  private runLd({ path, ld }: LdReadRequest): QueryAnswer {
    const file = this.ldFile(path);
    return file.database.transaction(() => ({ ld: readLd(file, ld) }))();
  }

  private runLdShort({ path, ld }: LdReadRequest): QueryAnswer | undefined {
    const file = this.ldFile(path);
    return file.database.transaction(() => {
      const answer = readLdShort(file, ld);
      return answer && { ld: answer };
    })();
  }

  private ldFile(path: string): LdFile & Pick<ReadFile, 'database'> {
    const file = this.file(path);
    return {
      database: file.database,
      select: (statement, functions) => {
        if (functions !== undefined) this.functions = functions;
        return select(file, statement);
      },
      iterate: (statement, functions) => {
        this.functions = functions;
        return prepared(file, statement.sql).iterate(...statement.parameters);
      },
    };
  }

  /** A list as far as it goes into one part; any other page as a whole. */
  private answerPage(file: ReadFile, request: QueryRequest, keys: SqlCondition): QueryAnswer {
    const { query, shown } = request;
    const found = rowsOf(keys, columnsOf(request));
    if (shown === undefined) {
      const page = select(file, found);
      return { ...this.answer(request, page), ...nextOf(file, query, page) };
    }
    const { rows, isWhole } = readPart(
      prepared(file, found.sql),
      found.parameters,
      query.limit,
      file.largest,
    );
    if (isWhole) return { ...this.answer(request, rows), ...nextOf(file, query, rows) };
    const all = select(file, keysOf(keys));
    const keysLeft = all.slice(rows.length).map(([key]) => Number(key));
    return { ...this.answer(request, rows), keysLeft, ...nextOf(file, query, all) };
  }

  /** A further part of a list, as its entities are by now. */
  private runFurther(request: QueryRequest, keys: readonly number[]): QueryAnswer {
    const file = this.file(request.path);
    const { sql, parameters } = rowsOfKeys(keys, columnsOf(request));
    const { rows, isWhole } = readPart(prepared(file, sql), parameters, keys.length, file.largest);
    const answer = this.answer(request, rows);
    if (isWhole) return answer;
    return { ...answer, keysLeft: keys.slice(keys.indexOf(Number(rows.at(-1)![0])) + 1) };
  }

  private runGroups({ path, servicePaths, query }: QueryRequest, aggregate: AggregateQuery): QueryAnswer {
    const { page, count, functions, readGroup } = compileGroups(servicePaths, query, aggregate);
    const file = this.file(path);
    this.functions = functions;
    return file.database.transaction((): QueryAnswer => {
      const groups = query.limit === 0 ? [] : select(file, page).map(readGroup);
      return query.count ? { groups, count: Number(select(file, count)[0]?.[0]) } : { groups };
    })();
  }

  /** @returns undefined where the answer could take long @throws the driver's errors */
  runShort(request: ReadRequest): QueryAnswer | undefined {
    if ('ld' in request) return this.runLdShort(request);
    if ('asksTypeFacts' in request) return undefined;
    const { path, servicePaths, query, aggregate, keysLeft } = request;
    if (aggregate !== undefined || keysLeft !== undefined) return undefined;
    const short = compileShortQuery(servicePaths, query, columnsOf(request));
    if (short === undefined) return undefined;
    const file = this.file(path);
    this.functions = short.functions;
    return file.database.transaction((): QueryAnswer | undefined => {
      const [[candidates, bytes] = []] = select(file, short.candidates);
      if (Number(bytes) > MOST_SHORT_BYTES) return undefined;
      const areAll = Number(candidates) < short.mostCandidates;
      if (!areAll && !short.isOrdered) return undefined;
      const page = select(file, short.page);
      if (!areAll && page.length !== query.limit) return undefined;
      return { ...this.answer(request, page), ...nextOf(file, query, page) };
    })();
  }

  close(): void {
    for (const { database } of this.files.values()) database.close();
    this.files.clear();
  }

  /** @param page  rows of {@link columnsOf} the request */
  private answer(
    { path, shown, keysOnly }: QueryRequest,
    page: readonly (readonly unknown[])[],
  ): QueryAnswer {
    if (keysOnly) return { keys: page as readonly KeyRow[] };
    if (shown !== undefined && isPlain(shown))
      return { json: this.texts.renderList(path, page as readonly PlainRow[], shown) };
    const rows = page as readonly EntityRow[];
    return shown === undefined ? { rows } : { json: renderList(rows.map(decodeEntityRow), shown) };
  }

  private file(path: string): ReadFile {
    let file = this.files.get(path);
    this.files.delete(path);
    if (file === undefined) {
      const database = openForReading(path, this.cacheKiB);
      registerQueryFunctions(database, () => this.functions);
      file = { database, statements: new Map(), largest: new LargestRow() };
      const [oldest] = this.files;
      if (oldest !== undefined && this.files.size >= MOST_FILES) {
        oldest[1].database.close();
        this.files.delete(oldest[0]);
      }
    }
    this.files.set(path, file);
    return file;
  }
}

const NO_NEXT = {};

/** @param page  whose rows begin with the key */
function nextOf(
  file: ReadFile,
  query: EntityQuery,
  page: readonly (readonly unknown[])[],
): Pick<QueryAnswer, 'next'> {
  if (query.cursor === undefined || !isFull(page, query)) return NO_NEXT;
  const [row] = select(file, selectPosition(orderTermsOf(query.orderBy), Number(page.at(-1)![0])));
  return row === undefined ? NO_NEXT : { next: toPosition(row) };
}

const KEY_COLUMNS = 'id, type, service_path';

const columnsOf = ({ shown, keysOnly }: QueryRequest): string =>
  keysOnly ? KEY_COLUMNS : shown !== undefined && isPlain(shown) ? PLAIN_COLUMNS : ENTITY_COLUMNS;

/** The rows that keys name, in their order, which CROSS JOIN keeps. */
const rowsOf = ({ sql, parameters }: SqlCondition, columns: string): SqlCondition => ({
  sql: `SELECT ${columns} FROM (SELECT key AS found FROM (${sql})) CROSS JOIN entities ON entities.key = found`,
  parameters,
});

const select = (file: ReadFile, { sql, parameters }: SqlCondition): readonly (readonly unknown[])[] =>
  prepared(file, sql).all(...parameters);

function prepared(
  { database, statements }: ReadFile,
  sql: string,
): Database.Statement<SqlValue[], unknown[]> {
  let statement = statements.get(sql);
  statements.delete(sql);
  if (statement === undefined) {
    statement = database.prepare<SqlValue[], unknown[]>(sql).raw();
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size >= MOST_STATEMENTS) statements.delete(oldest);
  }
  statements.set(sql, statement);
  return statement;
}
