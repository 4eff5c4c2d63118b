import type { JsonValue } from '../json/json-value';

/** What is worked out of the values that an attribute has among the entities of a group. */
export const AGGREGATE_FUNCTIONS = ['sum', 'avg', 'min', 'max', 'distinct'] as const;

export type AggregateFunction = (typeof AGGREGATE_FUNCTIONS)[number];

/**
 * - `count`: entities of the group
 * - `sum`, `avg`, `min`, `max`: of the values that are numbers; null where there is none
 * - `distinct`: how many different values there are, of those that are single values
 */
export type AggregateTerm =
  { readonly kind: 'count' } | { readonly kind: AggregateFunction; readonly attribute: string };

/**
 * What entities of a group have in common. Entities that have no such thing are in no group: no single value (text, number,
 * boolean, null; dates, lists and objects are none), no location that is a point.
 */
export type GroupKey =
  | { readonly by: 'type' }
  | { readonly by: 'attribute'; readonly name: string }
  /** Cells of a grid over the world, as wide and high as that. */
  | { readonly by: 'cell'; readonly degrees: number };

export interface AggregateQuery {
  readonly terms: readonly AggregateTerm[];
  /** Empty: all entities are one group. */
  readonly groupBy: readonly GroupKey[];
}

/** One group: for each key and each term of the query its value. Cells are `[west, south, east, north]`. */
export interface EntityGroup {
  readonly keys: readonly JsonValue[];
  readonly values: readonly (number | null)[];
}

/** Columns or rows of a grid over so many degrees; the last may be cut off by the end of the world. */
export const cellsIn = (span: number, degrees: number): number => Math.max(1, Math.ceil(span / degrees));

/** `[west, south, east, north]` of a cell that is counted from the south-west. */
export const cellBox = (column: number, row: number, degrees: number): readonly number[] =>
  [
    column * degrees - 180,
    row * degrees - 90,
    Math.min((column + 1) * degrees - 180, 180),
    Math.min((row + 1) * degrees - 90, 90),
  ].map((value) => Number(value.toFixed(9)));
