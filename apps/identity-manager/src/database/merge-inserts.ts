import type { SqlValue, Step } from './dialect';

/** Inserts of one row by parameters only: what follows VALUES can be said once for each row. */
const oneRow = /^INSERT INTO \w+ \([^()]*\) VALUES (\(\?(?:, \?)*\))$/;

/** Rows of one statement: every number of them is a text that a connection prepares once and keeps. */
const mostRows = 32;

/** By text: its part for one row, null when the text is no insert of one row. */
const rowParts = new Map<string, string | null>();

function rowPartOf(sql: string): string | null {
  let part = rowParts.get(sql);
  if (part === undefined) {
    part = oneRow.exec(sql)?.[1] ?? null;
    rowParts.set(sql, part);
  }
  return part;
}

/** Whether the step inserts one row, whatever is in the table. */
export const isInsert = ({ sql, expect, isOneOff }: Step): boolean =>
  expect === undefined && isOneOff !== true && rowPartOf(sql) !== null;

/** The same rows with fewer statements: neighbours that insert into the same columns become one. */
export function mergeInserts(steps: readonly Step[]): Step[] {
  const merged: Step[] = [];
  for (let at = 0; at < steps.length;) {
    const step = steps[at]!;
    let end = at + 1;
    if (isInsert(step))
      while (end < steps.length && end - at < mostRows && isSameInsert(step, steps[end]!)) end++;
    merged.push(end === at + 1 ? step : together(steps.slice(at, end)));
    at = end;
  }
  return merged;
}

const isSameInsert = (step: Step, other: Step) => other.sql === step.sql && other.expect === undefined;

function together(steps: readonly Step[]): Step {
  const { sql } = steps[0]!;
  return {
    sql: sql + `, ${rowPartOf(sql)}`.repeat(steps.length - 1),
    values: steps.flatMap(({ values }) => values),
  };
}

/**
 * One step that marks the rows of all these, which are of one text; undefined when they cannot be one. It expects that every
 * row was free. The mark is that of the first.
 */
export function mergeClaims(steps: readonly Step[]): Step | undefined {
  const [first] = steps;
  const mark = first?.values[0];
  const keys = steps.flatMap(({ values }) => values.slice(1));
  if (!first?.severalKeys || mark === undefined || keys.length !== steps.length) return undefined;
  // A key that is named again marks nothing more: there are few texts to prepare.
  const count = 2 ** Math.ceil(Math.log2(keys.length));
  const named = [...keys, ...Array<SqlValue>(count - keys.length).fill(keys[0]!)];
  return { sql: first.severalKeys(count), values: [mark, ...named], expect: keys.length };
}
