import type { Document } from 'mongodb';
import { decodeName, type ReadTenancy } from '@smart-city/context';
import type { TypePage, TypeSummary } from '../entity-store';
import { conjunction } from './mongo-conjunction';
import { servicePathClauses } from './mongo-filter';
import type { MongoDatabases } from './mongo-databases';

/** Entity types by aggregation. The transient entities' `dateExpires` is left out. */

const HIDDEN_ATTRIBUTE = 'dateExpires';
const COLLECTION = 'entities';

interface TypeCount {
  readonly _id: string | null;
  readonly count: number;
}

/** One type with the attribute names its entities have. */
interface TypeNames {
  readonly _id: string | null;
  readonly names: readonly string[];
}

/** One attribute, by its key in the document, with one of its types. */
interface AttributeType {
  readonly _id: { readonly entity?: string | null; readonly key: string; readonly type?: string | null };
}

/** One page of the types of a tenant, by name. */
export async function listTypes(
  mongo: MongoDatabases,
  tenancy: ReadTenancy,
  { limit, offset, detail }: { readonly limit: number; readonly offset: number; readonly detail: boolean },
): Promise<TypePage> {
  const counts = await countTypes(mongo, tenancy, []);
  const page = [...counts].slice(offset, offset + limit);
  return { types: await summaries(mongo, tenancy, page, detail), count: counts.size };
}

/** One type, or undefined when no entity has it. */
export async function getType(
  mongo: MongoDatabases,
  tenancy: ReadTenancy,
  type: string,
  detail: boolean,
): Promise<TypeSummary | undefined> {
  const counts = await countTypes(mongo, tenancy, [typeClause([type])]);
  const [summary] = await summaries(mongo, tenancy, [...counts], detail);
  return summary;
}

/** Entities per type, in the order of the names. A document without type counts as one with an empty type. */
async function countTypes(
  mongo: MongoDatabases,
  { tenant, servicePaths }: ReadTenancy,
  clauses: readonly Document[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await aggregate<TypeCount>(mongo, tenant, [
    { $match: conjunction([...servicePathClauses(servicePaths), ...clauses]) },
    { $group: { _id: '$_id.type', count: { $sum: 1 } } },
  ]);
  const counts = new Map<string, number>();
  for (const { _id, count } of rows) counts.set(_id ?? '', (counts.get(_id ?? '') ?? 0) + count);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function summaries(
  mongo: MongoDatabases,
  tenancy: ReadTenancy,
  counts: readonly (readonly [string, number])[],
  detail: boolean,
): Promise<readonly TypeSummary[]> {
  if (counts.length === 0) return [];
  const types = counts.map(([type]) => type);
  const attributes = await (detail ? attributeTypes : attributeNames)(mongo, tenancy, types);
  return counts.map(([type, count]) => ({ type, count, attrs: sorted(attributes.get(type) ?? new Map()) }));
}

type AttributesByType = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Names only, from `attrNames`: no document's attributes are read. */
async function attributeNames(
  mongo: MongoDatabases,
  { tenant, servicePaths }: ReadTenancy,
  types: readonly string[],
): Promise<AttributesByType> {
  const rows = await aggregate<TypeNames>(mongo, tenant, [
    { $match: conjunction([...servicePathClauses(servicePaths), typeClause(types)]) },
    { $unwind: '$attrNames' },
    { $group: { _id: '$_id.type', names: { $addToSet: '$attrNames' } } },
  ]);
  const byType = new Map<string, Map<string, readonly string[]>>();
  for (const { _id, names } of rows) {
    const attributes = byType.get(_id ?? '') ?? new Map<string, readonly string[]>();
    for (const name of names) attributes.set(name, []);
    byType.set(_id ?? '', attributes);
  }
  return byType;
}

/** Names with all types each has in some entity. */
async function attributeTypes(
  mongo: MongoDatabases,
  { tenant, servicePaths }: ReadTenancy,
  types: readonly string[],
): Promise<AttributesByType> {
  const rows = await aggregate<AttributeType>(mongo, tenant, [
    { $match: conjunction([...servicePathClauses(servicePaths), typeClause(types)]) },
    { $project: { attrs: { $objectToArray: '$attrs' } } },
    { $unwind: '$attrs' },
    {
      $group: {
        _id: {
          entity: '$_id.type',
          key: '$attrs.k',
          type: { $ifNull: ['$attrs.v.ld.type', '$attrs.v.type'] },
        },
      },
    },
  ]);
  const byType = new Map<string, Map<string, string[]>>();
  for (const { _id } of rows) {
    const attributes = byType.get(_id.entity ?? '') ?? new Map<string, string[]>();
    const name = decodeName(_id.key);
    attributes.set(name, [...(attributes.get(name) ?? []), _id.type ?? ''].sort());
    byType.set(_id.entity ?? '', attributes);
  }
  return byType;
}

/** Null matches documents without the field. */
const typeClause = (types: readonly string[]): Document => ({
  '_id.type': types.includes('') ? { $in: [...types, null] } : { $in: types },
});

const sorted = (attributes: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> =>
  new Map([...attributes].filter(([name]) => name !== HIDDEN_ATTRIBUTE).sort(([a], [b]) => (a < b ? -1 : 1)));

function aggregate<Row extends Document>(
  mongo: MongoDatabases,
  tenant: string,
  pipeline: Document[],
): Promise<Row[]> {
  return mongo.run(
    { tenant, collection: COLLECTION, operation: 'aggregate', detail: pipeline },
    (collection) =>
      collection.aggregate<Row>(pipeline, { ...mongo.queryLimits, allowDiskUse: true }).toArray(),
  );
}
