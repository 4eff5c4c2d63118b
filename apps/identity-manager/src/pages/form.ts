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

  /** Everything that was filled in, for a page that sends it again: without what is new on each page. */
  filled(): readonly (readonly [name: string, value: string])[] {
    return [...this.fields.keys()]
      .filter((name) => name !== '_csrf' && name !== '_once')
      .flatMap((name) => {
        const values = this.list(name);
        return values.map((value) => [name, value] as const);
      });
  }
}
