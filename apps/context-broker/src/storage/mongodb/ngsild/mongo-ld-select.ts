import type { Document } from 'mongodb';
import { compileAreas, type Entity } from '@smart-city/context';
import { compileLdFilter, compileLdOrdering } from '@smart-city/ngsild';
import { MOST_SORTED, tooManyToSort, type LdPage, type LdStoreQuery } from '../../ld-query';
import { readEntity } from '../entity-document';
import type { MongoDatabases } from '../mongo-databases';
import { rawBytes } from '../ordered-bson';
import { ldPrefilter } from './mongo-ld-filter';

const COLLECTION = 'entities';

/** Documents that are looked at together. */
const BATCH = 200;

/**
 * Answers a query of NGSI-LD: documents come in the order of creation, and each is tested in memory. It stops where the page is
 * full, unless all have to be counted or sorted.
 */
export async function selectLd(
  databases: MongoDatabases,
  tenant: string,
  query: LdStoreQuery,
): Promise<LdPage> {
  const filter = ldPrefilter(query.filter);
  return databases.run(
    { tenant, collection: COLLECTION, operation: 'query', detail: filter },
    async (collection) => {
      const collected = collectorOf(query);
      const options = {
        ...databases.queryLimits,
        raw: true,
        sort: [['creDate', 1]] as [string, 1][],
        batchSize: BATCH,
      };
      const cursor = collection.find(filter, options);
      try {
        while (!collected.isFull && (await cursor.hasNext())) {
          const first = await cursor.next();
          const documents = [...(first === null ? [] : [first]), ...cursor.readBufferedDocuments(BATCH)];
          const matching = documents
            .map((bytes) => readEntity(rawBytes(bytes)).entity)
            .filter(collected.isSelected);
          const elders = await eldersOf(matching, (twins) =>
            collection
              .find(twins, {
                ...databases.queryLimits,
                projection: { _id: 1, creDate: 1 },
                sort: [['creDate', 1]],
              })
              .toArray(),
          );
          for (const entity of matching)
            if (elders.get(entity.id) === identityOf(entity)) collected.add(entity);
        }
      } finally {
        await cursor.close();
      }
      return collected.page();
    },
  );
}

const identityOf = ({ type, servicePath }: Pick<Entity, 'type' | 'servicePath'>): string =>
  JSON.stringify([type, servicePath]);

/** Type and service path of the oldest entity of each id: of several with one id, which only NGSIv2 makes, the oldest counts. */
async function eldersOf(
  entities: readonly Entity[],
  find: (filter: Document) => Promise<readonly Document[]>,
): Promise<ReadonlyMap<string, string>> {
  const elders = new Map<string, string>();
  if (entities.length === 0) return elders;
  for (const { _id: key } of await find({ '_id.id': { $in: entities.map(({ id }) => id) } })) {
    const { id, type = '', servicePath = '/' } = key as { id: string; type?: string; servicePath?: string };
    if (!elders.has(id)) elders.set(id, identityOf({ type, servicePath }));
  }
  return elders;
}

interface Collected {
  readonly isSelected: (entity: Entity) => boolean;
  /** Nothing more can change the page. */
  readonly isFull: boolean;
  add(entity: Entity): void;
  page(): LdPage;
}

function collectorOf(query: LdStoreQuery): Collected {
  const { filter, within, limit, offset, count } = query;
  const test = compileLdFilter(filter);
  const areas = (within ?? []).map(compileAreas);
  const nowMs = Date.now();
  const isSelected = (entity: Entity) =>
    (entity.expiresAtMs === undefined || entity.expiresAtMs > nowMs) &&
    areas.every((covers) => covers(entity)) &&
    test(entity);
  const found: Entity[] = [];
  let matches = 0;
  const { ordering } = filter;
  const counted = () => (count ? { count: matches } : {});
  if (ordering === undefined)
    return {
      isSelected,
      get isFull() {
        return !count && found.length >= limit;
      },
      add: (entity) => {
        if (matches >= offset && found.length < limit) found.push(entity);
        matches += 1;
      },
      page: () => ({ entities: found, ...counted() }),
    };
  const sorter = compileLdOrdering(ordering);
  return {
    isSelected,
    isFull: false,
    add: (entity) => {
      if ((matches += 1) > MOST_SORTED) throw tooManyToSort();
      found.push(entity);
    },
    page: () => ({
      entities: found
        .map((entity) => ({ entity, keys: sorter.keysOf(entity) }))
        .sort((a, b) => sorter.compare(a.keys, b.keys))
        .slice(offset, offset + limit)
        .map(({ entity }) => entity),
      ...counted(),
    }),
  };
}
