import type { Document } from 'mongodb';
import {
  applyUpdate,
  isUpdateFault,
  NgsiError,
  type AttributeInput,
  type Entity,
  type EntityChange,
  type EntityUpdate,
  type UpdateResult,
  type WriteTenancy,
} from '@smart-city/context';
import { combinedResults } from '../combined-results';
import { DATASETS, double, type EntityDocument } from './entity-document';
import type { MongoDatabases } from './mongo-databases';
import { MongoEntityDocuments, type Round } from './mongo-entity-documents';
import { compileUpdate } from './mongo-update';
import { OWN_MEMBER } from './ngsi-ld-members';
import type { BsonValue } from './ordered-bson';
import { nativeOperators, withPending } from './native-operators';

/** Rounds against writers that keep changing the same attributes' existence before the update gives up. */
const MAX_ROUNDS = 50;

/**
 * Applies one update at a time to the documents of `entities`.
 *
 * Each round reads the matching documents, lets {@link applyUpdate} (the broker's update semantics, free of I/O) say what
 * the update would do to each, and sends the difference as native operators in one find-and-modify per document, under a
 * guard (see `mongo-update.ts`). The database applies it as a whole or, when the guard fails because another writer came
 * between, not at all; then the round is repeated from a fresh read. A creation relies on the unique `_id`.
 *
 * `before` of a change is what the round read, `after` what the database answered after its write, so the sum of
 * concurrent `$inc`s and fields that others wrote are in it.
 */
export class MongoEntityWriter {
  private readonly documents: MongoEntityDocuments;

  constructor(private readonly mongo: MongoDatabases) {
    this.documents = new MongoEntityDocuments(mongo);
  }

  /**
   * @param nowSeconds the dates of what is created or changed
   * @returns the outcome; database trouble is an outcome too (`failed`)
   */
  async apply(tenancy: WriteTenancy, update: EntityUpdate, nowSeconds: number): Promise<UpdateResult> {
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const result = await this.tryOnce(tenancy, update, nowSeconds);
        if (result !== 'again') return result;
      }
      return failed(
        new NgsiError('InternalServerError', `entity ${update.ref.id} is changed too often by other writers`),
      );
    } catch (error) {
      return failed(error);
    }
  }

  private async tryOnce(
    tenancy: WriteTenancy,
    update: EntityUpdate,
    nowSeconds: number,
  ): Promise<Round<UpdateResult>> {
    const found = isBlindCreation(update)
      ? []
      : await this.documents.find(tenancy, update.action === 'create' ? named(update) : update);
    if (found.length > 1 && !update.allMatching) return { kind: 'tooManyResults' };
    if (found.length === 0) return this.tryCreate(tenancy, update, nowSeconds);

    const results: UpdateResult[] = [];
    for (const stored of found) {
      const result = await this.tryUpdate(tenancy, update, stored, nowSeconds);
      // Documents written before this one are not computed again: their round is done.
      if (result === 'again') {
        if (results.length === 0) return 'again';
        results.push(
          await this.apply(
            tenancy,
            { ...update, ref: { id: stored.entity.id, type: stored.entity.type } },
            nowSeconds,
          ),
        );
      } else results.push(result);
    }
    return results.length === 1 && results[0] ? results[0] : combinedResults(results);
  }

  private async tryCreate(
    tenancy: WriteTenancy,
    update: EntityUpdate,
    nowSeconds: number,
  ): Promise<Round<UpdateResult>> {
    const result = applyUpdate(tenancy, undefined, update, nowSeconds);
    const created = result.kind === 'done' ? result.changes[0]?.after : undefined;
    if (created === undefined) {
      const exists =
        update.action === 'create' && (await this.documents.find(tenancy, named(update))).length > 0;
      return exists ? { kind: 'alreadyExists' } : result;
    }
    if (await this.documents.insert(tenancy.tenant, created)) return result;
    return isBlindCreation(update) ? { kind: 'alreadyExists' } : 'again';
  }

  private async tryUpdate(
    tenancy: WriteTenancy,
    update: EntityUpdate,
    stored: EntityDocument,
    nowSeconds: number,
  ): Promise<Round<UpdateResult>> {
    const before = stored.entity;
    const { tenant } = tenancy;
    const operators = nativeOperators(update, before);
    const place = { ...tenancy, database: this.mongo.databaseName(tenant) };
    const result = applyUpdate(place, before, withPending(update, operators), nowSeconds);
    const change = result.kind === 'done' ? result.changes[0] : undefined;
    if (result.kind !== 'done' || change === undefined) return result;
    const unchanged = update.precondition === undefined ? {} : versionGuard(stored);
    const after =
      change.after === undefined
        ? await this.documents.remove(tenant, stored, unchanged)
        : await this.write(tenant, stored, change, { update, operators, unchanged });
    if (after === 'again') return 'again';
    return { ...result, changes: [{ ...change, after }] };
  }

  private async write(
    tenant: string,
    { id, entity: before }: EntityDocument,
    { after }: EntityChange,
    {
      update,
      operators,
      unchanged,
    }: {
      readonly update: EntityUpdate;
      readonly operators: ReadonlyMap<string, AttributeInput>;
      /** Joined with the guard. */
      readonly unchanged: Document;
    },
  ): Promise<Round<Entity>> {
    if (after === undefined || after === before) return before;
    const native = compileUpdate({ before, after, update, operators });
    const guarded = { ...native, guard: { ...native.guard, ...unchanged } };
    return this.documents.modify(tenant, id, guarded);
  }
}

/** A creation that only the unique `_id` can refuse: nothing is read before it. */
const isBlindCreation = ({ action, precondition }: EntityUpdate): boolean =>
  action === 'create' && precondition === undefined;

/**
 * Matches the document only as it was read, whole. The date alone would not tell: two writers can have the same. The guard
 * of the update, which names single attributes, is about fewer of the same.
 */
export const versionGuard = ({ attrs, datasets, further, entity }: EntityDocument): Document => ({
  modDate: double(entity.modDate),
  attrs: isStill(attrs),
  ...(datasets !== undefined && { [DATASETS]: isStill(datasets) }),
  ...(further !== undefined && { [OWN_MEMBER]: isStill(further) }),
});

const isStill = (stored: BsonValue | undefined): Document =>
  stored === undefined ? { $exists: false } : { $eq: stored };

/** The update with the type that a new entity gets. */
const named = (update: EntityUpdate): EntityUpdate => ({
  ...update,
  ref: { id: update.ref.id, type: update.ref.type ?? update.defaultType ?? '' },
});

/** Outcome of an update that ended in an error. */
export const failed = (error: unknown): Extract<UpdateResult, { kind: 'failed' }> => ({
  kind: 'failed',
  error: isUpdateFault(error)
    ? error
    : new NgsiError('InternalServerError', `Database Error (${String(error)})`, { cause: error }),
});
