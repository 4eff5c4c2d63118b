import {
  MongoBulkWriteError,
  type AnyBulkWriteOperation,
  type BulkWriteResult,
  type Document,
} from 'mongodb';
import {
  applyUpdate,
  valuesEqual,
  type Entity,
  type EntityUpdate,
  type UpdateResult,
  type WriteTenancy,
} from '@smart-city/context';
import { double, entityKey, readEntity, storedEntity, type EntityDocument } from './entity-document';
import type { MongoDatabases } from './mongo-databases';
import { failed, versionGuard } from './mongo-entity-writer';
import { isOperator } from './mongo-operators';
import { compileUpdate } from './mongo-update';
import { rawBytes } from './ordered-bson';

const COLLECTION = 'entities';

/** Entities of one round of reading and writing. */
const MOST_AT_ONCE = 1000;

export interface TimedUpdate {
  readonly update: EntityUpdate;
  /** The dates of what is created or changed; no other update of this broker has the same. */
  readonly nowSeconds: number;
}

interface Write {
  readonly item: TimedUpdate;
  readonly result: UpdateResult;
  /** What the document holds once it is written. */
  readonly after: Entity;
  readonly operation: AnyBulkWriteOperation<Document>;
}

/**
 * Applies updates of many entities in one read and one bulk write instead of a read and a write for each.
 *
 * A document is written only when nobody changed it since it was read (its date and correlator are the same), so what
 * {@link applyUpdate} computed is what the database then holds; where a precondition was asked, that is the whole document. Those
 * that somebody was faster with are left to be applied one at a time, on their precondition as they are then. Only updates that
 * may be applied twice are taken: not operators, strict appends and deletions.
 */
export class MongoEntityBatch {
  constructor(private readonly mongo: MongoDatabases) {}

  /** @returns the outcomes of the updates that are settled; the others have done nothing that a repetition would not do */
  async apply(
    tenancy: WriteTenancy,
    items: readonly TimedUpdate[],
  ): Promise<ReadonlyMap<TimedUpdate, UpdateResult>> {
    const settled = new Map<TimedUpdate, UpdateResult>();
    const fitting = groupable(items);
    if (fitting.length < 2) return settled;
    for (let from = 0; from < fitting.length; from += MOST_AT_ONCE) {
      const part = fitting.slice(from, from + MOST_AT_ONCE);
      try {
        await this.applyPart(tenancy, part, settled);
      } catch (error) {
        for (const item of fitting.slice(from)) settled.set(item, failed(error));
        break;
      }
    }
    return settled;
  }

  private async applyPart(
    tenancy: WriteTenancy,
    items: readonly TimedUpdate[],
    settled: Map<TimedUpdate, UpdateResult>,
  ): Promise<void> {
    const known = await this.find(tenancy, items);
    const place = { ...tenancy, database: this.mongo.databaseName(tenancy.tenant) };
    const writes: Write[] = [];
    for (const item of items) {
      const stored = known.get(nameOf(item));
      const before = stored?.entity;
      const result = applyUpdate(place, before, item.update, item.nowSeconds);
      const after = result.kind === 'done' ? result.changes[0]?.after : undefined;
      if (after === undefined || after === before) settled.set(item, result);
      else writes.push({ item, result, after, operation: operationOf(tenancy, item.update, stored, after) });
    }
    if (writes.length === 0) return;
    for (const { item, result } of await this.write(tenancy, writes)) settled.set(item, result);
  }

  private async find(
    { tenant, servicePath }: WriteTenancy,
    items: readonly TimedUpdate[],
  ): Promise<ReadonlyMap<string, EntityDocument>> {
    const keys = items.map(({ update: { ref } }) => entityKey(ref.id, ref.type!, servicePath));
    const filter: Document = { _id: { $in: keys } };
    const documents = await this.mongo.run(
      { tenant, collection: COLLECTION, operation: 'query', detail: filter },
      (collection) => collection.find(filter, { raw: true, readPreference: 'primary' }).toArray(),
    );
    return new Map(
      documents.map((bytes) => {
        const stored = readEntity(rawBytes(bytes));
        return [JSON.stringify([stored.entity.id, stored.entity.type]), stored] as const;
      }),
    );
  }

  /** @returns the writes that the database is known to have done */
  private async write(tenancy: WriteTenancy, writes: readonly Write[]): Promise<readonly Write[]> {
    const operations = writes.map(({ operation }) => operation);
    const outcome = await this.mongo.run<BulkWriteResult | MongoBulkWriteError>(
      { tenant: tenancy.tenant, collection: COLLECTION, operation: 'update', detail: operations },
      (collection) =>
        collection.bulkWrite([...operations], { ordered: false }).catch((error: unknown) => {
          if (error instanceof MongoBulkWriteError && refusedBy(error).size > 0) return error;
          throw error;
        }),
    );
    const refused = refusedBy(outcome);
    const accepted = writes.filter((_, at) => !refused.has(at));
    if (outcome.matchedCount + outcome.insertedCount === accepted.length) return accepted;
    // Somebody was faster with one of them: which, only the documents can tell.
    const known = await this.find(
      tenancy,
      accepted.map(({ item }) => item),
    );
    return accepted.filter((write) => isIn(known.get(nameOf(write.item))?.entity, write));
  }
}

/** Indexes of the operations that the database refused. */
const refusedBy = (outcome: BulkWriteResult | MongoBulkWriteError): ReadonlySet<number> =>
  new Set(
    outcome instanceof MongoBulkWriteError ? [outcome.writeErrors].flat().map(({ index }) => index) : [],
  );

/**
 * Whether a document holds all that a write put there. A date alone would not tell: two brokers can write at the same
 * moment.
 */
function isIn(stored: Entity | undefined, { item: { update }, after }: Write): boolean {
  if (stored === undefined || stored.modDate !== after.modDate) return false;
  if (stored.lastCorrelator !== after.lastCorrelator) return false;
  const isReplaced = update.action === 'replace';
  if (isReplaced && stored.attrs.size !== after.attrs.size) return false;
  return update.attrs.every(({ name }) => {
    const [there, wanted] = [stored.attrs.get(name), after.attrs.get(name)];
    if (there === undefined || wanted === undefined) return there === wanted;
    return (
      there.type === wanted.type &&
      there.modDate === wanted.modDate &&
      valuesEqual(there.value, wanted.value) &&
      [...wanted.metadata].every(([key, { value }]) => {
        const item = there.metadata.get(key);
        return item !== undefined && valuesEqual(item.value, value);
      })
    );
  });
}

const nameOf = ({ update: { ref } }: TimedUpdate): string => JSON.stringify([ref.id, ref.type]);

const REPEATABLE: ReadonlySet<string> = new Set(['append', 'update', 'replace']);

/** Those that name an entity whole, alone among the updates, and may be applied twice. */
function groupable(items: readonly TimedUpdate[]): readonly TimedUpdate[] {
  const times = new Map<string, number>();
  for (const { update } of items) times.set(update.ref.id, (times.get(update.ref.id) ?? 0) + 1);
  return items.filter(
    ({ update: { action, attrs, ref } }) =>
      ref.type !== undefined &&
      ref.type !== '' &&
      times.get(ref.id) === 1 &&
      REPEATABLE.has(action) &&
      !attrs.some(({ value }) => isOperator(value)),
  );
}

function operationOf(
  { servicePath }: WriteTenancy,
  update: EntityUpdate,
  stored: EntityDocument | undefined,
  after: Entity,
): AnyBulkWriteOperation<Document> {
  if (stored === undefined) return { insertOne: { document: storedEntity(after) } };
  const before = stored.entity;
  const native = compileUpdate({ before, after, update, operators: new Map() });
  const id = entityKey(before.id, before.type, servicePath);
  // The parts of `_id` are the shard key of a sharded cluster.
  const parts = Object.fromEntries([...id].map(([name, value]) => [`_id.${name}`, value]));
  const filter = {
    _id: id,
    ...parts,
    ...native.guard,
    modDate: double(before.modDate),
    lastCorrelator: before.lastCorrelator ?? { $exists: false },
    ...(update.precondition && versionGuard(stored)),
  };
  return { updateOne: { filter, update: native.update } };
}
