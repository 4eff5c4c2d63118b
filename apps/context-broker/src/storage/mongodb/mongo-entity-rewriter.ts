import type { Document } from 'mongodb';
import {
  NgsiError,
  rewriteEntity,
  type Entity,
  type EntityRewrite,
  type RewriteResult,
} from '@smart-city/context';
import {
  DATASETS,
  double,
  entityKey,
  storedAttributes,
  storedDatasets,
  storedFurther,
  storedLocation,
  type EntityDocument,
  type StoredValue,
} from './entity-document';
import type { MongoDatabases } from './mongo-databases';
import { MongoEntityDocuments, type Round } from './mongo-entity-documents';
import { failed, versionGuard } from './mongo-entity-writer';
import { OWN_MEMBER } from './ngsi-ld-members';

/** Rounds against writers that keep changing the same entity before the rewrite gives up. */
const MAX_ROUNDS = 50;

/**
 * Rewrites entities by compare and set: reads the documents of an id, runs the rewrite on the one it means, and writes what
 * comes of it if the document is still the one that was read.
 */
export class MongoEntityRewriter {
  private readonly documents: MongoEntityDocuments;

  constructor(mongo: MongoDatabases) {
    this.documents = new MongoEntityDocuments(mongo);
  }

  /**
   * @param createdAt  the creation date of a new entity
   * @returns the outcome; database trouble is an outcome too (`failed`)
   */
  async apply<F>(
    tenant: string,
    rewrite: EntityRewrite<F>,
    nowSeconds: number,
    createdAt = nowSeconds,
  ): Promise<RewriteResult<F>> {
    try {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const result = await this.tryOnce(tenant, rewrite, nowSeconds, createdAt);
        if (result !== 'again') return result;
      }
      return failed(
        new NgsiError('InternalServerError', `entity ${rewrite.id} is changed too often by other writers`),
      );
    } catch (error) {
      return failed(error);
    }
  }

  private async tryOnce<F>(
    tenant: string,
    rewrite: EntityRewrite<F>,
    nowSeconds: number,
    createdAt: number,
  ): Promise<Round<RewriteResult<F>>> {
    const found = await this.documents.findById(tenant, rewrite.id);
    const { isMeant } = rewrite;
    const stored = found.find(({ entity }) => isMeant === undefined || isMeant(entity));
    const result = rewriteEntity(tenant, stored?.entity, rewrite, nowSeconds, createdAt);
    if (result.kind !== 'done') return result;
    const { after } = result.change;
    if (after !== undefined && found.some((other) => other !== stored && isSamePlace(other.entity, after)))
      return { kind: 'alreadyExists' };
    const written = await this.write(tenant, stored, after);
    return written === 'again' ? 'again' : result;
  }

  private async write(
    tenant: string,
    stored: EntityDocument | undefined,
    after: Entity | undefined,
  ): Promise<Round<unknown>> {
    if (stored === undefined) return (await this.documents.insert(tenant, after!)) ? after : 'again';
    if (after === undefined) return this.documents.remove(tenant, stored, versionGuard(stored));
    if (!isSamePlace(stored.entity, after)) return this.move(tenant, stored, after);
    const rewritten = { guard: versionGuard(stored), update: replacement(after) };
    return this.documents.modify(tenant, stored.id, rewritten);
  }

  /** The names of an entity are the `_id` of its document: another one takes its place before the old one goes. */
  private async move(tenant: string, stored: EntityDocument, after: Entity): Promise<Round<unknown>> {
    if (!(await this.documents.insert(tenant, after))) return 'again';
    const removed = await this.documents.remove(tenant, stored, versionGuard(stored));
    if (removed !== 'again') return after;
    const made = entityKey(after.id, after.type, after.servicePath);
    await this.documents.removeKey(tenant, made, { modDate: double(after.modDate) });
    return 'again';
  }
}

/** Sets all members that a rewrite may change. */
function replacement(after: Entity): Document {
  const { location, expiresAtMs, lastCorrelator } = after;
  const members: readonly (readonly [string, StoredValue | undefined])[] = [
    ['attrs', storedAttributes(after.attrs)],
    ['attrNames', [...after.attrs.keys()]],
    ['modDate', double(after.modDate)],
    ['location', location && storedLocation(location)],
    ['expDate', expiresAtMs === undefined ? undefined : new Date(expiresAtMs)],
    ['lastCorrelator', lastCorrelator],
    [DATASETS, storedDatasets(after.attrs)],
    [OWN_MEMBER, storedFurther(after)],
  ];
  const set = members.filter(([, value]) => value !== undefined);
  const unset = members.filter(([, value]) => value === undefined).map(([name]) => [name, 1] as const);
  return {
    $set: Object.fromEntries(set),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset) }),
  };
}

const isSamePlace = (a: Entity, b: Entity): boolean => a.type === b.type && a.servicePath === b.servicePath;
