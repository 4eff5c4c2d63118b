import type { SqlValue } from './dialect';

/** What rows of a list have to fulfil, all of it, collected one after the other; values stay apart from the text. */
export class Conditions {
  private readonly parts: string[] = [];
  private readonly given: SqlValue[] = [];

  /** @param sql  a condition with `?` for each value */
  add(sql: string, ...values: readonly SqlValue[]): this {
    this.parts.push(sql);
    this.given.push(...values);
    return this;
  }

  /** `WHERE …`, or nothing when everything is wanted. */
  get where(): string {
    return this.parts.length === 0 ? '' : `WHERE ${this.parts.map((part) => `(${part})`).join(' AND ')}`;
  }

  get values(): readonly SqlValue[] {
    return this.given;
  }
}
