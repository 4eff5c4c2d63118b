import { Injectable } from '@nestjs/common';
import { ALL_SERVICE_PATHS, typesOf, type Attribute, type Entity } from '@smart-city/context';
import { ALL_TIME, type SeriesKey } from '@smart-city/history';
import {
  NgsiLdFault,
  type TemporalAttribute,
  type TemporalInstance,
  type TemporalQuery,
} from '@smart-city/ngsild';
import type { RequestContext } from '../../../context/request-context';
import { HistoryReadsService, type AskedSeries } from '../../../core/history/history-reads.service';
import { EntityLookup } from '../entities/entity-lookup';
import { PastReader } from './past-reader';

/** Series that one query may be about: {@link HistoryReadsService} finds no more. */
const MOST_SERIES = 10_000;

/** An entity that has a past. */
export interface PastEntity {
  readonly id: string;
  /** As they are stored; at least one. */
  readonly types: readonly string[];
  readonly series: readonly SeriesKey[];
}

/** Finds entities by what is kept of their past. */
@Injectable()
export class PastEntities {
  constructor(
    private readonly history: HistoryReadsService,
    private readonly lookup: EntityLookup,
  ) {}

  reader(request: RequestContext, query: TemporalQuery): PastReader {
    return new PastReader(this.history, everywhere(request), query);
  }

  /** The entity of an id, whether it is still there or not; undefined where nothing is kept of it. */
  async one(request: RequestContext, id: string): Promise<PastEntity | undefined> {
    const series = await this.history.find(everywhere(request), { ids: [id], window: ALL_TIME });
    return series.length === 0 ? undefined : this.ofId(request, id, series);
  }

  /**
   * Entities in the order of their ids.
   *
   * @throws NgsiLdFault  TooManyResults
   */
  async all(request: RequestContext, asked: AskedSeries): Promise<readonly PastEntity[]> {
    const found = await this.history.find(everywhere(request), asked);
    if (found.length >= MOST_SERIES)
      throw new NgsiLdFault(
        'TooManyResults',
        'Too many results',
        `the query is about ${MOST_SERIES} attributes of entities or more: ask for fewer entities, or name attributes`,
      );
    const byId = new Map<string, SeriesKey[]>();
    for (const series of found) {
      const own = byId.get(series.id);
      if (own === undefined) byId.set(series.id, [series]);
      else own.push(series);
    }
    const entities: PastEntity[] = [];
    for (const [id, series] of byId) entities.push(await this.ofId(request, id, series));
    return entities;
  }

  /** Entities of NGSIv2 may share an id: the past is that of the one that NGSI-LD shows, or of the first. */
  private async ofId(request: RequestContext, id: string, series: readonly SeriesKey[]): Promise<PastEntity> {
    const current = await this.lookup.find(request, id, undefined);
    const has = (entity: Pick<Entity, 'type' | 'servicePath'>) => (one: SeriesKey) =>
      one.type === entity.type && one.servicePath === entity.servicePath;
    const own = current === undefined ? [] : series.filter(has(current));
    if (current !== undefined && own.length > 0) return { id, types: typesOf(current), series: own };
    const [first] = series;
    return { id, types: [first!.type], series: series.filter(has(first!)) };
  }
}

const everywhere = (request: RequestContext) => ({
  request,
  tenancy: { tenant: request.tenant, servicePaths: ALL_SERVICE_PATHS },
});

/** Series by the name of their attribute; the datasets of one share it. */
export function byAttribute({ series }: PastEntity): ReadonlyMap<string, readonly SeriesKey[]> {
  const found = new Map<string, SeriesKey[]>();
  for (const one of series) {
    const own = found.get(one.attr);
    if (own === undefined) found.set(one.attr, [one]);
    else own.push(one);
  }
  return found;
}

/** The past as if all of it were there at once: a condition holds where it holds of some instance. */
export function atOnce({ id, types }: PastEntity, attributes: readonly TemporalAttribute[]): Entity {
  const [type = '', ...furtherTypes] = types;
  const attrs = new Map<string, Attribute>();
  for (const { name, instances } of attributes) {
    const present = instances.filter(({ deletedAt }) => deletedAt === undefined).map(storedOf);
    const [first, ...others] = present;
    if (first !== undefined) attrs.set(name, others.length === 0 ? first : { ...first, instances: others });
  }
  return {
    id,
    type,
    ...(furtherTypes.length > 0 && { furtherTypes }),
    servicePath: '/',
    attrs,
    creDate: 0,
    modDate: 0,
  };
}

const storedOf = ({ instance }: TemporalInstance) => instance;
