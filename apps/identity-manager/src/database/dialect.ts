/** One statement of an atomic group. */
export interface Step {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** The group is undone when the statement changed another number of rows. */
  readonly expect?: number;
  /** Of a step that marks one row by its key: the text that marks the rows of so many keys, which follow the mark. */
  readonly severalKeys?: (count: number) => string;
  /** The text is one of very many: no database keeps it prepared. */
  readonly isOneOff?: boolean;
}

export type SqlValue = string | number | boolean | null;
