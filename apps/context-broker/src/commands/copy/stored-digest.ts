import { createHash } from 'node:crypto';

/** Entities that end so soon may end between the two readings of a comparison: they are copied and not compared. */
const ENDS_SOON_MS = 600_000;

/**
 * Adds up what a collection holds, in any order: two collections of the same members have the same count and sum. Each
 * member counts with the first 128 bits of its SHA-256.
 */
export class StoredDigest {
  private sum = 0n;
  private counted = 0;

  get count(): number {
    return this.counted;
  }

  add(member: unknown): void {
    const hash = createHash('sha256').update(JSON.stringify(member, mapsAsPairs)).digest();
    this.sum = BigInt.asUintN(
      128,
      this.sum + hash.readBigUInt64BE(0) * (1n << 64n) + hash.readBigUInt64BE(8),
    );
    this.counted += 1;
  }

  equals(other: StoredDigest): boolean {
    return this.counted === other.counted && this.sum === other.sum;
  }
}

/** The order of attributes is stored and may be asked for, so it counts; that of object members is the writer's. */
function mapsAsPairs(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { pairs: [...value] };
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether an entity counts in a comparison that began at `nowMs`. */
export const isComparable = ({ expiresAtMs }: { readonly expiresAtMs?: number }, nowMs: number): boolean =>
  expiresAtMs === undefined || expiresAtMs > nowMs + ENDS_SOON_MS;
