import type { Entity, EntityQuery } from '@smart-city/context';
import type { ReadContext } from '../../context/request-context';
import type { EntityPage, EntityStore } from '../../storage/entity-store';
import { EntityQueriesService } from './entity-queries.service';
import type { Forwarding } from './forwarding-port';
import type { ShownAs } from './representation';

const entity: Entity = {
  id: 'E',
  type: 'T',
  servicePath: '/',
  attrs: new Map(),
  creDate: 0,
  modDate: 0,
};
const context = {
  request: { options: new Set() },
  tenancy: { tenant: 't', servicePaths: [] },
} as unknown as ReadContext;
const query = { selectors: [], limit: 20, offset: 3, count: false } as unknown as EntityQuery;
const shown: ShownAs = { representation: 'normalized', attrs: [], metadata: [] };

/** @returns the reads, and what they asked of store and providers */
function open(mayForwardQuery: boolean) {
  const asked: unknown[] = [];
  const store = {
    find: () => [entity],
    query: async (_tenancy: unknown, { count }: EntityQuery) => {
      asked.push(count ? 'store, counting' : 'store');
      return { entities: [entity] };
    },
    list: async () => {
      asked.push('list');
      return { json: '[]' };
    },
  } as unknown as EntityStore;
  const forwarding: Forwarding = {
    mayForward: () => true,
    mayForwardQuery: () => mayForwardQuery,
    learn: () => undefined,
    forwardQuery: async (_context, _query, local: EntityPage) => {
      asked.push('providers');
      return local;
    },
    forwardUpdates: async () => [],
  };
  return { asked, queries: new EntityQueriesService(store, forwarding) };
}

describe('reads', () => {
  it('are the own store alone where queries are not forwarded, whatever updates are', async () => {
    const { asked, queries } = open(false);
    await queries.query(context, query, []);
    await queries.list(context, query, shown);
    expect(queries.get(context, { id: 'E' }, [])).toBe(entity);
    expect(asked).toEqual(['store', 'list']);
  });

  it('ask the providers too where they may be', async () => {
    const { asked, queries } = open(true);
    await queries.query(context, query, []);
    expect((await queries.list(context, query, shown)).json).toBe('[{"id":"E","type":"T"}]');
    expect(await queries.get(context, { id: 'E' }, [])).toBe(entity);
    expect(asked).toEqual(['store, counting', 'providers', 'store, counting', 'providers', 'providers']);
  });
});
