/**
 * Reads of the store beside writes to it. What was read while something was written may have it or not: whoever wrote it
 * knows better.
 */
export class StoreReading {
  private readonly running = new Set<Set<string>>();

  /** Something was written to the store, and is known. */
  noteWritten(tenant: string, id: string): void {
    for (const written of this.running) written.add(keyOf(tenant, id));
  }

  /** @returns what was read, and whether something was written meanwhile */
  async read<T>(
    read: () => Promise<T>,
  ): Promise<{ readonly found: T; readonly isWritten: (tenant: string, id: string) => boolean }> {
    const written = new Set<string>();
    this.running.add(written);
    try {
      return { found: await read(), isWritten: (tenant, id) => written.has(keyOf(tenant, id)) };
    } finally {
      this.running.delete(written);
    }
  }
}

const keyOf = (tenant: string, id: string): string => `${tenant}/${id}`;
