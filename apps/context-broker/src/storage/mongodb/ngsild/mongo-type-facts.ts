import type { Document } from 'mongodb';
import { decodeName } from '@smart-city/context';
import type { TypeFact } from '../../ld-query';
import type { MongoDatabases } from '../mongo-databases';

const COLLECTION = 'entities';

interface Row {
  readonly _id: { readonly type?: string | null; readonly key?: string; readonly kind?: string | null };
  readonly count: number;
}

/** The documents of entities with a type beside the first, one for each such type. */
const FURTHER: readonly Document[] = [
  { $match: { 'ld.types': { $exists: true } } },
  { $unwind: '$ld.types' },
];

const count = (id: Document): Document => ({ $group: { _id: id, count: { $sum: 1 } } });

const attributesOf = (type: string): readonly Document[] => [
  { $project: { type, attrs: { $objectToArray: '$attrs' } } },
  { $unwind: '$attrs' },
  count({ type: '$type', key: '$attrs.k', kind: '$attrs.v.type' }),
];

/** All types and attributes of a tenant, counted. */
export async function typeFacts(mongo: MongoDatabases, tenant: string): Promise<readonly TypeFact[]> {
  const parts: readonly (readonly [isFurther: boolean, pipeline: readonly Document[]])[] = [
    [false, [count({ type: '$_id.type' })]],
    [false, attributesOf('$_id.type')],
    [true, [...FURTHER, count({ type: '$ld.types' })]],
    [true, [...FURTHER, ...attributesOf('$ld.types')]],
  ];
  const facts = await Promise.all(
    parts.map(async ([isFurther, pipeline]) =>
      (await run(mongo, tenant, pipeline)).map((row) => factOf(row, isFurther)),
    ),
  );
  return facts.flat();
}

const run = (mongo: MongoDatabases, tenant: string, pipeline: readonly Document[]): Promise<Row[]> =>
  mongo.run({ tenant, collection: COLLECTION, operation: 'aggregate', detail: pipeline }, (collection) =>
    collection.aggregate<Row>([...pipeline], { ...mongo.queryLimits, allowDiskUse: true }).toArray(),
  );

const factOf = ({ _id: { type, key, kind }, count: n }: Row, isFurther: boolean): TypeFact => ({
  type: type ?? '',
  isFurther,
  ...(key !== undefined && { attribute: { name: decodeName(key), type: kind ?? '' } }),
  count: n,
});
