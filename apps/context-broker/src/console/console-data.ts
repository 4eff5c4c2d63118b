import { Inject, Injectable } from '@nestjs/common';
import {
  ALL_SERVICE_PATHS,
  isJsonArray,
  isJsonObject,
  type Entity,
  type GeoQuery,
  type JsonValue,
  type Subscription,
} from '@smart-city/ngsi';
import { LOG, type BrokerLog } from '../logs/broker-log';
import { recentTroublesOf, type Trouble } from '../logs/recent-troubles';
import { ENTITY_STORE, type EntityStore, type TypeSummary } from '../storage/entity-store';
import { SUBSCRIPTION_STORE, type SubscriptionStore } from '../storage/subscription-store';
import { SubscriptionCache } from '../subscriptions/subscription-cache';
import { deprecationReport } from '../deprecations/deprecation-report';
import { DeprecationUsage } from '../deprecations/deprecation-usage';
import type { DeprecationsShown } from '../deprecations/deprecations-section';

/** Where an entity is. Degrees. */
export interface MapPlace {
  readonly id: string;
  readonly type: string;
  readonly lon: number;
  readonly lat: number;
}

/** All that the page shows of one service. */
export interface ConsoleData extends DeprecationsShown {
  readonly tenant: string;
  readonly tenants: readonly string[];
  readonly types: readonly TypeSummary[];
  readonly typeCount: number;
  readonly places: readonly MapPlace[];
  /** There are more places than these. */
  readonly isCut: boolean;
  readonly subscriptions: readonly Subscription[];
  readonly errors: readonly Trouble[];
}

const MOST_TYPES = 100;
const MOST_PLACES = 1000;
const MOST_SUBSCRIPTIONS = 200;

/** Every location is disjoint from the south pole. */
const ANYWHERE: GeoQuery = { georel: 'disjoint', geometry: { kind: 'point', position: [0, -90] } };

/** Gathers what the console page shows. */
@Injectable()
export class ConsoleDataService {
  constructor(
    @Inject(ENTITY_STORE) private readonly entities: EntityStore,
    @Inject(SUBSCRIPTION_STORE) private readonly subscriptions: SubscriptionStore,
    private readonly live: SubscriptionCache,
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly usage: DeprecationUsage,
  ) {}

  async gather(tenant: string): Promise<ConsoleData> {
    const tenancy = { tenant, servicePaths: ALL_SERVICE_PATHS };
    const query = { selectors: [], geo: ANYWHERE, orderBy: [], limit: MOST_PLACES, offset: 0, count: false };
    const [tenants, usage, types, located, subscriptions] = await Promise.all([
      this.entities.listTenants(),
      this.usage.snapshot(),
      this.entities.listTypes(tenancy, { limit: MOST_TYPES, offset: 0, detail: false }),
      this.entities.query(tenancy, query),
      this.subscriptions.list(tenant),
    ]);
    const { running } = this.usage;
    return {
      tenant,
      tenants,
      report: deprecationReport(running, running, usage),
      days: usage.days,
      types: types.types,
      typeCount: types.count,
      places: located.entities.map(placeOf).filter((place) => place !== undefined),
      isCut: located.entities.length === MOST_PLACES,
      subscriptions: subscriptions.slice(0, MOST_SUBSCRIPTIONS).map((one) => this.live.withLive(tenant, one)),
      errors: recentTroublesOf(this.log),
      nowSeconds: Date.now() / 1000,
    };
  }
}

function placeOf({ id, type, location }: Entity): MapPlace | undefined {
  const coordinates = isJsonObject(location?.coords) ? location.coords.get('coordinates') : undefined;
  const [lon, lat] = firstPosition(coordinates) ?? [];
  return lon === undefined || lat === undefined ? undefined : { id, type, lon, lat };
}

/** The first position of a geometry, however deep it lies. */
function firstPosition(coordinates: JsonValue | undefined): readonly [number, number] | undefined {
  let at = coordinates;
  while (isJsonArray(at) && isJsonArray(at[0])) at = at[0];
  if (!isJsonArray(at) || typeof at[0] !== 'number' || typeof at[1] !== 'number') return undefined;
  return [at[0], at[1]];
}
