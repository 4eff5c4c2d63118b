import { expiring, firstEndOf, type EntityChange } from '@smart-city/context';
import { Ends } from '../ends';
import type { ExpiryListener } from '../expiry-listener';
import { FIRST_END, readKey } from './entity-document';
import type { MongoDatabases } from './mongo-databases';
import { MongoEntityRewriter } from './mongo-entity-rewriter';

const COLLECTION = 'entities';
/** When an entity ends, and when the first of its attributes and instances does. */
const ENDS = ['expDate', FIRST_END] as const;
/** Ids that are looked for at a time. */
const MOST_IDS = 500;
/** How often what is over is removed where nobody asks for it. */
const SWEEP_MS = 1_000;
/** Sweeps after which the database is asked what other brokers, and Orion, have written. */
const SWEEPS_TO_ASK = 30;

/** Removes what is over from the databases of the tenants that this broker serves, before the database itself would. */
export class MongoExpiry {
  private readonly tenants = new Map<string, Ends>();
  private readonly rewriter: MongoEntityRewriter;
  private readonly timer: NodeJS.Timeout;
  private listener: ExpiryListener | undefined;
  private sweeps = 0;

  constructor(private readonly mongo: MongoDatabases) {
    this.rewriter = new MongoEntityRewriter(mongo);
    this.timer = setInterval(() => this.sweepAll(), SWEEP_MS).unref();
  }

  tell(listener: ExpiryListener): void {
    this.listener = listener;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Undefined when nothing of the tenant is over; else resolves once that is gone. */
  settling(tenant: string): Promise<void> | undefined {
    return this.of(tenant).settling();
  }

  /** Ends of the attributes that were written. */
  note(tenant: string, changes: readonly EntityChange[]): void {
    for (const { after } of changes) {
      if (after === undefined) continue;
      const first = Math.min(after.expiresAtMs ?? Infinity, firstEndOf(after.attrs));
      if (first !== Infinity) this.of(tenant).note(first);
    }
  }

  private of(tenant: string): Ends {
    let ends = this.tenants.get(tenant);
    if (ends === undefined) {
      ends = new Ends((nowMs) => this.remove(tenant, nowMs));
      // The content of the database is not known yet.
      ends.note(0);
      this.tenants.set(tenant, ends);
    }
    return ends;
  }

  private async remove(tenant: string, nowMs: number): Promise<number> {
    for (;;) {
      const ids = await this.over(tenant, nowMs);
      const changes: EntityChange[] = [];
      for (const id of ids) {
        const result = await this.rewriter.apply(tenant, expiring(id, nowMs), nowMs / 1000);
        if (result.kind === 'done') changes.push({ ...result.change, isExpiry: true });
      }
      if (changes.length > 0) await this.listener?.expired(tenant, changes);
      if (ids.length < MOST_IDS || changes.length === 0) return this.next(tenant);
    }
  }

  private async over(tenant: string, nowMs: number): Promise<readonly string[]> {
    const over = { $lte: new Date(nowMs) };
    const filter = { $or: ENDS.map((field) => ({ [field]: over })) };
    return this.mongo.run(
      { tenant, collection: COLLECTION, operation: 'query', detail: filter },
      async (collection) => {
        const options = { projection: { _id: 1 }, limit: MOST_IDS, readPreference: 'primary' } as const;
        const documents = await collection.find(filter, options).toArray();
        return [...new Set(documents.map(({ _id: key }) => readKey(key).id))];
      },
    );
  }

  private async next(tenant: string): Promise<number> {
    const ends = await Promise.all(ENDS.map((field) => this.firstOf(tenant, field)));
    return Math.min(...ends);
  }

  private firstOf(tenant: string, field: string): Promise<number> {
    const filter = { [field]: { $type: 'date' } };
    return this.mongo.run(
      { tenant, collection: COLLECTION, operation: 'query', detail: filter },
      async (collection) => {
        const options = { sort: { [field]: 1 }, limit: 1, readPreference: 'primary' } as const;
        const [document] = await collection
          .find(filter, { ...options, projection: { [field]: 1 } })
          .toArray();
        const value = field.split('.').reduce(memberOf, document as unknown);
        return value instanceof Date ? value.getTime() : Infinity;
      },
    );
  }

  private sweepAll(): void {
    this.sweeps += 1;
    for (const ends of this.tenants.values()) {
      if (this.sweeps % SWEEPS_TO_ASK === 0) ends.note(0);
      void ends.settling();
    }
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
