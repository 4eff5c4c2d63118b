import type {
  EntityRewrite,
  EntityUpdate,
  RewriteResult,
  UpdateResult,
  WriteTenancy,
} from '@smart-city/context';
import { distinctSeconds } from './distinct-seconds';
import { inKeyedOrder } from './keyed-order';
import type { MongoDatabases } from './mongo-databases';
import { MongoEntityBatch, type TimedUpdate } from './mongo-entity-batch';
import { MongoEntityRewriter } from './mongo-entity-rewriter';
import { failed, MongoEntityWriter } from './mongo-entity-writer';
import { isDatabaseAway } from './mongo-errors';

/** Updates of different entities that one request keeps in flight. */
const CONCURRENT_UPDATES = 8;

/**
 * Entities of one list of rewrites are created within this time, in seconds: the order of creation is the default order, and
 * in milliseconds, as dates are shown, they have the one date of the list.
 */
const CREATION_SPAN_S = 0.000_49;
/** A short list is spread as far as one of so many. */
const MOST_STEPS_OF_ONE = 490;

/** The updates of one request: which go together, and which wait for which. */
export class MongoEntityUpdates {
  private readonly writer: MongoEntityWriter;
  private readonly batch: MongoEntityBatch;
  private readonly rewriter: MongoEntityRewriter;
  private readonly clock = distinctSeconds();

  constructor(databases: MongoDatabases) {
    this.writer = new MongoEntityWriter(databases);
    this.batch = new MongoEntityBatch(databases);
    this.rewriter = new MongoEntityRewriter(databases);
  }

  /** Rewrites of one entity one after the other, those of different ones side by side, all with one date; see {@link apply}. */
  async rewrite<F>(
    tenant: string,
    rewrites: readonly EntityRewrite<F>[],
    ready: Promise<void>,
  ): Promise<readonly RewriteResult<F>[]> {
    let away = await ready.then(() => undefined, failed);
    const nowSeconds = this.clock();
    const step = CREATION_SPAN_S / Math.max(rewrites.length, MOST_STEPS_OF_ONE);
    return inKeyedOrder(
      rewrites.map((rewrite, at) => ({ rewrite, createdAt: nowSeconds + at * step })),
      ({ rewrite }) => rewrite.id,
      CONCURRENT_UPDATES,
      async ({ rewrite, createdAt }) => {
        const result = away ?? (await this.rewriter.apply(tenant, rewrite, nowSeconds, createdAt));
        if (result.kind === 'failed' && isDatabaseAway(result.error)) away = result;
        return result;
      },
    );
  }

  /**
   * Updates of one entity id run one after the other, those of different ids together ({@link MongoEntityBatch}) or side by
   * side; the outcome is the same as in sequence, creation dates (the default order of answers) included. When the database
   * is away the rest fails at once instead of waiting once more per update.
   *
   * @param ready  what has to be there first: the tenant's indexes
   */
  async apply(
    tenancy: WriteTenancy,
    updates: readonly EntityUpdate[],
    ready: Promise<void>,
  ): Promise<readonly UpdateResult[]> {
    let away = await ready.then(() => undefined, failed);
    const items = updates.map((update): TimedUpdate => ({ update, nowSeconds: this.clock() }));
    const settled = new Map(away ? [] : await this.batch.apply(tenancy, items));
    const rest = items.filter((item) => !settled.has(item));
    const results = await inKeyedOrder(
      rest,
      ({ update }) => update.ref.id,
      CONCURRENT_UPDATES,
      async ({ update, nowSeconds }) => {
        const result = away ?? (await this.writer.apply(tenancy, update, nowSeconds));
        if (result.kind === 'failed' && isDatabaseAway(result.error)) away = result;
        return result;
      },
    );
    rest.forEach((item, at) => settled.set(item, results[at]!));
    return items.map((item) => settled.get(item)!);
  }
}
