import type { SqlValue } from './dialect';
import { names, type Column, type Entity, type Names, type PropertyOf } from './names';

type Columns = Readonly<Record<string, Column<unknown>>>;

type RowOf<Selected extends Columns> = {
  readonly [P in keyof Selected]: Selected[P] extends Column<infer Value> ? Value : never;
};

/** The text of a SELECT, and how a row that the driver gives becomes one of the program. Built once, run by `Sql`. */
export class Query<Row> {
  constructor(
    readonly sql: string,
    private readonly readers: readonly (readonly [property: string, read: (raw: unknown) => unknown])[],
  ) {}

  /** Fits the driver's row in place: it belongs to nobody else. */
  read(raw: unknown): Row {
    const row = raw as Record<string, unknown>;
    for (const [property, read] of this.readers) row[property] = read(row[property]);
    return row as Row;
  }

  /** Rows of this and of another that selects the same, without repeats. */
  union(other: Query<Row>): Query<Row> {
    return new Query(`${this.sql} UNION ${other.sql}`, this.readers);
  }

  /** Rows of this and of another that selects the same, each of them. */
  unionAll(other: Query<Row>): Query<Row> {
    return new Query(`${this.sql} UNION ALL ${other.sql}`, this.readers);
  }

  /** The same with more behind it: an order, a limit. */
  followedBy(rest: string): Query<Row> {
    return new Query(`${this.sql} ${rest}`, this.readers);
  }
}

/**
 * Selects columns under the names of the properties.
 *
 * @param rest  from FROM on, written with `names`
 */
export function query<Selected extends Columns>(selected: Selected, rest: string): Query<RowOf<Selected>> {
  const columns = Object.entries(selected);
  const list = columns.map(([property, column]) => `${String(column)} AS "${property}"`).join(', ');
  return new Query(
    `SELECT ${list} ${rest}`,
    columns.map(([property, column]) => [property, column.read]),
  );
}

/**
 * Selects properties of one entity.
 *
 * @param rest  what follows the table, with `?` for values: `WHERE ${user.id} = ?`
 */
export function selectFrom<Row, P extends PropertyOf<Row>>(
  entity: Entity<Row>,
  properties: readonly P[],
  rest: (columns: Names<Row>) => string,
): Query<Pick<Row, P>> {
  const columns = names(entity);
  const selected = Object.fromEntries(properties.map((property) => [property, columns[property]]));
  return query(selected as Columns, `FROM ${columns.table} ${rest(columns)}`) as unknown as Query<
    Pick<Row, P>
  >;
}

/**
 * Selects whole rows of one entity.
 *
 * @param rest  as of `selectFrom`
 */
export function selectRows<Row>(entity: Entity<Row>, rest: (columns: Names<Row>) => string): Query<Row> {
  const { table: _table, ...columns } = names(entity);
  return selectFrom(entity, Object.keys(columns) as PropertyOf<Row>[], rest) as unknown as Query<Row>;
}

/** `?, ?, ?` for a list of that many values. */
export const marks = (values: readonly SqlValue[]): string => values.map(() => '?').join(', ');
