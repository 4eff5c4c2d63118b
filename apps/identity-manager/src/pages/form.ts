/** Problems of a form by field name; values are message keys. */
export type FormErrors = Readonly<Record<string, string>>;

/**
 * The fields of a posted form. A field that arrives several times is no text, so repeated names cannot smuggle a
 * second value past a check.
 */
export class Form {
  private readonly fields: ReadonlyMap<string, unknown>;

  constructor(body: unknown) {
    this.fields = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  }

  /** The trimmed text; empty when absent or repeated. */
  text(name: string): string {
    return this.raw(name).trim();
  }

  /** As typed: blanks belong to a password. */
  raw(name: string): string {
    const value = this.fields.get(name);
    return typeof value === 'string' ? value : '';
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  /** Every value of a field with several, such as ticked boxes. */
  list(name: string): readonly string[] {
    const value = this.fields.get(name);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((item): item is string => typeof item === 'string' && item !== '');
  }
}
