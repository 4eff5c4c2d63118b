import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';

/** A set of entities that a client pages through (GS CIM 009 §5.2.39). */
export interface EntityMap {
  readonly id: string;
  /** In the order of the query. */
  readonly ids: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** Ids that one map may have. */
export const LARGEST_MAP = 100_000;

/** Ids of all maps together: beyond it the oldest maps go, of the tenant that has the most. */
const MOST_IDS = 1_000_000;

/** Memory of a map beside its ids. */
const COST_OF_MAP = 10;

const HOUR_MS = 3_600_000;

/** How long a map lives that does not say it. */
export const DEFAULT_LIFETIME_MS = HOUR_MS;

/** Longest life of a map. */
export const LONGEST_LIFETIME_MS = 24 * HOUR_MS;

/** Entity maps in memory, by tenant. */
@Injectable()
export class EntityMaps {
  private readonly byTenant = new Map<string, Map<string, EntityMap>>();
  private cost = 0;

  /** @param lifetimeMs  cut to {@link LONGEST_LIFETIME_MS} */
  add(tenant: string, ids: readonly string[], lifetimeMs = DEFAULT_LIFETIME_MS): EntityMap {
    const map: EntityMap = {
      id: `urn:ngsi-ld:EntityMap:${randomUUID()}`,
      ids,
      expiresAtMs: Date.now() + Math.min(lifetimeMs, LONGEST_LIFETIME_MS),
    };
    this.put(tenant, map);
    while (this.cost > MOST_IDS) this.dropOldest();
    return map;
  }

  /** @returns undefined for one that is not there, or is over */
  find(tenant: string, id: string): EntityMap | undefined {
    const map = this.byTenant.get(tenant)?.get(id);
    if (map === undefined || map.expiresAtMs > Date.now()) return map;
    this.delete(tenant, id);
    return undefined;
  }

  /** Gives a map another end. @returns undefined for one that is not there */
  extend(tenant: string, id: string, expiresAtMs: number): EntityMap | undefined {
    const map = this.find(tenant, id);
    if (map === undefined) return undefined;
    const latest = Math.min(expiresAtMs, Date.now() + LONGEST_LIFETIME_MS);
    this.delete(tenant, id);
    const extended = { ...map, expiresAtMs: latest };
    this.put(tenant, extended);
    return extended;
  }

  /** @returns false where there is none */
  delete(tenant: string, id: string): boolean {
    const maps = this.byTenant.get(tenant);
    const map = maps?.get(id);
    if (maps === undefined || map === undefined) return false;
    maps.delete(id);
    if (maps.size === 0) this.byTenant.delete(tenant);
    this.cost -= costOf(map);
    return true;
  }

  private put(tenant: string, map: EntityMap): void {
    const maps = this.byTenant.get(tenant) ?? new Map<string, EntityMap>();
    this.byTenant.set(tenant, maps.set(map.id, map));
    this.cost += costOf(map);
  }

  private dropOldest(): void {
    const total = (maps: ReadonlyMap<string, EntityMap>) =>
      [...maps.values()].reduce((sum, map) => sum + costOf(map), 0);
    const [tenant, maps] = [...this.byTenant].reduce((most, one) =>
      total(one[1]) > total(most[1]) ? one : most,
    );
    this.delete(tenant, [...maps.keys()][0]!);
  }
}

const costOf = ({ ids }: EntityMap): number => ids.length + COST_OF_MAP;

const DURATION =
  /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Seconds of each part; years and months by their mean. */
const PART_SECONDS = [31_556_952, 2_629_746, 604_800, 86_400, 3_600, 60, 1];

/** Milliseconds of a duration of ISO 8601 that has been checked. */
export function durationMs(text: string): number {
  const parts = DURATION.exec(text)?.slice(1) ?? [];
  return PART_SECONDS.reduce((sum, seconds, at) => sum + seconds * Number(parts[at] ?? 0), 0) * 1000;
}
