import { Inject, Injectable } from '@nestjs/common';
import type { ReadTenancy } from '@smart-city/context';
import { LatestMap } from '@smart-city/service';
import { ENTITY_STORE, type EntityStore } from '../../storage/entity-store';

export interface TypeCount {
  /** Empty for entities without one. */
  readonly type: string;
  readonly count: number;
}

export interface CountedTypes {
  /** By name, {@link MOST_TYPES} at most. */
  readonly types: readonly TypeCount[];
  /** All of them. */
  readonly count: number;
}

const MOST_TYPES = 500;
/** Read at a time by who wants all. */
const GROUP = 1_000;
/** Some databases count every entity for this. */
const KEPT_MS = 15_000;
const MOST_KEPT = 50;

/** How many entities there are of each type, remembered for a short time: pages ask for it more often than it changes. */
@Injectable()
export class TypeCounts {
  private readonly kept = new LatestMap<
    string,
    { readonly untilMs: number; readonly counts: Promise<CountedTypes> }
  >(MOST_KEPT);

  constructor(@Inject(ENTITY_STORE) private readonly store: Pick<EntityStore, 'listTypes'>) {}

  /** @throws NgsiError  when the database is away */
  of(tenancy: ReadTenancy): Promise<CountedTypes> {
    const key = JSON.stringify([tenancy.tenant, tenancy.servicePaths]);
    const known = this.kept.get(key);
    if (known !== undefined && known.untilMs > Date.now()) return known.counts;
    const counts = this.store
      .listTypes(tenancy, { limit: MOST_TYPES, offset: 0, detail: false })
      .then(({ types, count }) => ({
        types: types.map(({ type, count: n }) => ({ type, count: n })),
        count,
      }));
    this.kept.set(key, { untilMs: Date.now() + KEPT_MS, counts });
    counts.catch(() => this.kept.delete(key));
    return counts;
  }

  /** However many there are, as they are now. @throws NgsiError  when the database is away */
  async all(tenancy: ReadTenancy): Promise<readonly TypeCount[]> {
    const all: TypeCount[] = [];
    for (let isMore = true; isMore;) {
      const page = { limit: GROUP, offset: all.length, detail: false };
      const { types } = await this.store.listTypes(tenancy, page);
      all.push(...types.map(({ type, count }) => ({ type, count })));
      isMore = types.length === GROUP;
    }
    return all;
  }
}
