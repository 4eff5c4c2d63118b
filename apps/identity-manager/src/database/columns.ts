import { Column, PrimaryColumn, type ValueTransformer } from 'typeorm';

/*
 * Column decorators of the row classes. The migrations make the tables, so these only name the column and say how
 * its values travel; no length or default is repeated here.
 */

/** The driver takes the value of the property. */
export function asItIs(value: unknown): unknown {
  return value;
}

/** JSON kept as text, the same on all three databases. */
const json: ValueTransformer = {
  to: (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value)),
  from: (text: unknown) => (typeof text === 'string' ? (JSON.parse(text) as unknown) : (text ?? null)),
};

/** 64-bit integers arrive as text from some drivers. */
const integer: ValueTransformer = {
  to: asItIs,
  from: (value: unknown) => (value === null || value === undefined ? null : Number(value)),
};

export const KeyColumn = (name: string) => PrimaryColumn({ name, type: 'varchar' });
export const TextColumn = (name: string) => Column({ name, type: 'varchar' });
export const OptionalTextColumn = (name: string) => Column({ name, type: 'varchar', nullable: true });
export const FlagColumn = (name: string) => Column({ name, type: 'boolean', default: false });
export const JsonColumn = (name: string) => Column({ name, type: 'text', nullable: true, transformer: json });
/** Milliseconds since 1970, or a plain number. */
export const NumberColumn = (name: string) => Column({ name, type: 'bigint', transformer: integer });
export const OptionalNumberColumn = (name: string) =>
  Column({ name, type: 'bigint', nullable: true, transformer: integer });
