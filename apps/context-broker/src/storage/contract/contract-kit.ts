import { toJsonValue } from '@smart-city/ngsi-testing';
import { ALL_SERVICE_PATHS, defaultType } from '@smart-city/context';
import { parseQ } from '@smart-city/ngsiv2';
import type {
  ActionType,
  AttributeInput,
  Entity,
  EntityQuery,
  EntityUpdate,
  ReadTenancy,
  UpdateResult,
} from '@smart-city/context';
import type { EntityStore } from '../entity-store';
import type { Guarantee } from './guarantees';

export interface ContractContext {
  /** The open store. Call it inside a test. */
  readonly store: () => EntityStore;
  /** Declares one test; it is skipped on a database that lacks what it needs. */
  readonly check: (name: string, test: () => Promise<void>, needs?: Guarantee) => void;
}

let tenants = 0;

/** One tenant for one test, with short forms of what tests do. */
export class Workspace {
  readonly tenant: string;

  constructor(private readonly store: EntityStore) {
    tenants += 1;
    this.tenant = `t${process.pid}_${Date.now().toString(36)}_${tenants}`;
  }

  get everywhere(): ReadTenancy {
    return { tenant: this.tenant, servicePaths: ALL_SERVICE_PATHS };
  }

  /** Reads in exactly these paths; `/a/#` means the subtree. */
  paths(...paths: readonly string[]): ReadTenancy {
    return {
      tenant: this.tenant,
      servicePaths: paths.map((path) =>
        path.endsWith('/#') ? { path: path.slice(0, -2) || '/', subtree: true } : { path, subtree: false },
      ),
    };
  }

  async update(update: EntityUpdate, servicePath = '/'): Promise<UpdateResult> {
    const [result] = await this.store.update({ tenant: this.tenant, servicePath }, [update]);
    return result as UpdateResult;
  }

  /** Creates entities one after the other, so that their creation dates are in this order. */
  async create(
    ...entities: readonly {
      id: string;
      type?: string;
      path?: string;
      attrs?: Readonly<Record<string, unknown>>;
    }[]
  ): Promise<void> {
    for (const { id, type = 'T', path = '/', attrs = {} } of entities) {
      const result = await this.update(change('create', { id, type }, attributes(attrs)), path);
      if (result.kind !== 'done') throw new Error(`could not create ${id}: ${result.kind}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  async get(id: string, type = 'T'): Promise<Entity | undefined> {
    return (await this.store.find(this.everywhere, { id, type }))[0];
  }

  /** Value of one attribute of the entity of type T. */
  async value(id: string, name: string): Promise<unknown> {
    return (await this.get(id))?.attrs.get(name)?.value;
  }

  async ids(query: Partial<EntityQuery>, tenancy: ReadTenancy = this.everywhere): Promise<string[]> {
    const { entities } = await this.store.query(tenancy, queryOf(query));
    return entities.map(({ id }) => id);
  }

  /** Ids in byte order that match an expression of `q`. */
  async idsOfQ(q: string): Promise<string[]> {
    return (await this.ids({ q: parseQ(q) })).sort();
  }
}

export const queryOf = (query: Partial<EntityQuery>): EntityQuery => ({
  selectors: [],
  orderBy: [],
  limit: 1000,
  offset: 0,
  count: false,
  ...query,
});

/** An attribute of a request from plain JSON: the default type unless one is given. */
export function attribute(
  name: string,
  value: unknown,
  type?: string,
  metadata: Readonly<Record<string, { type?: string; value: unknown }>> = {},
): AttributeInput {
  const json = toJsonValue(value);
  return {
    name,
    type: type ?? defaultType(json),
    value: json,
    metadata: new Map(
      Object.entries(metadata).map(([key, item]) => {
        const itemValue = toJsonValue(item.value);
        return [key, { type: item.type ?? defaultType(itemValue), value: itemValue }];
      }),
    ),
  };
}

export const attributes = (values: Readonly<Record<string, unknown>>): readonly AttributeInput[] =>
  Object.entries(values).map(([name, value]) => (isInput(value) ? value : attribute(name, value)));

/** Lets a table of attributes hold some that are already made. */
const isInput = (value: unknown): value is AttributeInput =>
  typeof value === 'object' && value !== null && 'metadata' in value && value.metadata instanceof Map;

export const change = (
  action: ActionType,
  ref: EntityUpdate['ref'],
  attrs: readonly AttributeInput[] = [],
  options: Partial<EntityUpdate> = {},
): EntityUpdate => ({ action, ref, attrs, ...options });

/** A location attribute. Longitude first. */
export const point = (name: string, lon: number, lat: number): AttributeInput =>
  attribute(name, { type: 'Point', coordinates: [lon, lat] }, 'geo:json');

export const geometry = (name: string, value: unknown): AttributeInput => attribute(name, value, 'geo:json');
