import { getMetadataArgsStorage } from 'typeorm';
import { asItIs } from './columns';
import type { SqlValue } from './dialect';

/** A row class of `entities`. */
export type Entity<Row> = new () => Row;

/** What a name is missing in: a class that is no entity, or a property that is no column. */
class NotMapped extends Error {}

/**
 * A column, or an expression over columns, as it is written into a statement (`${column}`), and how its values travel.
 * Its names are plain lower-case words that none of the three databases reserves, so they stand without quotes.
 */
export class Column<Value> {
  constructor(
    private readonly text: string,
    /** From what the driver gives. */
    readonly read: (raw: unknown) => Value,
    private readonly toDriver: (value: never) => unknown,
  ) {}

  /** Whether the driver takes values as they are. */
  get isPlain(): boolean {
    return this.toDriver === asItIs;
  }

  /** What the driver takes for a value. */
  bind(value: Value): SqlValue {
    return this.toDriver(value as never) as SqlValue;
  }

  toString(): string {
    return this.text;
  }
}

/** Properties of a row class that hold columns. */
export type PropertyOf<Row> = Exclude<Extract<keyof Row, string>, 'table'>;

/** A table and its columns by property, under an alias or not. */
export type Names<Row> = { readonly [P in PropertyOf<Row>]: Column<Row[P]> } & {
  /** For FROM and JOIN, with its alias; for INSERT, UPDATE and DELETE without. */
  readonly table: string;
};

const readFlag = (raw: unknown) => (raw === null ? null : Boolean(raw));

/** One column of an entity under an alias. */
function columnOf<Row>(entity: Entity<Row>, property: string, alias: string | undefined): Column<unknown> {
  const column = getMetadataArgsStorage().columns.find(
    ({ target, propertyName }) => target === entity && propertyName === property,
  );
  const { name, type, transformer } = column?.options ?? {};
  if (name === undefined) throw new NotMapped(`${entity.name} has no column for ${property}`);
  const mapped = Array.isArray(transformer) ? undefined : transformer;
  const from = mapped ? (raw: unknown): unknown => mapped.from(raw) : asItIs;
  const read = type === 'boolean' ? readFlag : from;
  const isPlain = mapped === undefined || mapped.to === asItIs;
  const toDriver = isPlain ? asItIs : (value: unknown): unknown => mapped.to(value);
  return new Column(alias === undefined ? name : `${alias}.${name}`, read, toDriver);
}

/**
 * The names that an entity gives to its table and columns, for a statement: `SELECT ${u.id} FROM ${u.table}`.
 *
 * @param alias  of the table in a statement that reads more than one
 */
export function names<Row>(entity: Entity<Row>, alias?: string): Names<Row> {
  const { tables, columns } = getMetadataArgsStorage();
  const table = tables.find(({ target }) => target === entity)?.name;
  if (table === undefined) throw new NotMapped(`${entity.name} is no entity`);
  const properties = columns
    .filter(({ target }) => target === entity)
    .map(({ propertyName }) => propertyName);
  return Object.fromEntries<unknown>([
    ['table', alias === undefined ? table : `${table} ${alias}`],
    ...properties.map((property) => [property, columnOf(entity, property, alias)] as const),
  ]) as Names<Row>;
}

/** The properties of a row class that hold columns, in its order. */
export const propertiesOf = <Row>(entity: Entity<Row>): readonly PropertyOf<Row>[] =>
  Object.keys(names(entity)).filter((name) => name !== 'table') as PropertyOf<Row>[];

/** Properties of a row class that may be null. */
export type NullableOf<Row> = {
  [P in PropertyOf<Row>]: null extends Row[P] ? P : never;
}[PropertyOf<Row>];

/** Null for each column of a row class that may be. */
export function noValuesOf<Row>(entity: Entity<Row>): { readonly [P in NullableOf<Row>]: null } {
  const { columns } = getMetadataArgsStorage();
  const nullable = columns.filter(({ target, options }) => target === entity && options.nullable);
  return Object.fromEntries(nullable.map(({ propertyName }) => [propertyName, null])) as {
    [P in NullableOf<Row>]: null;
  };
}

/** What a statement computes: `expression('COUNT(*)', Number)`. */
export const expression = <Value>(text: string, read: (raw: unknown) => Value): Column<Value> =>
  new Column(text, read, asItIs);

/** A column of a table that is joined from outside: null where there is no row. */
export const optional = <Value>(column: Column<Value>): Column<Value | null> =>
  new Column<Value | null>(
    String(column),
    (raw) => (raw === null ? null : column.read(raw)),
    (value: Value | null) => (value === null ? null : column.bind(value)),
  );
