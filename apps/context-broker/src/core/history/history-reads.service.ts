import { Inject, Injectable } from '@nestjs/common';
import type { EntityVerb } from '@smart-city/authz';
import type { PageOfSamples, SeriesKey, Window } from '@smart-city/history';
import type { EntityGrants } from '../../context/entity-grants';
import type { ReadContext } from '../../context/request-context';
import {
  HISTORY_STORE,
  type HistoryAggregate,
  type HistoryStore,
  type SeriesFigures,
  type SeriesFound,
  type SeriesPage,
  type SeriesSelection,
} from '../../storage/history/history-store';
import { grantsTo } from '../grants/granted-reads';

/** Series that one request may be about. */
const MOST_SERIES = 10_000;

/** Series that a request is about, within its tenancy. */
export type AskedSeries = Omit<SeriesSelection, 'servicePaths'>;

/** The one door to the past. Who may read an attribute of an entity may read its past. */
@Injectable()
export class HistoryReadsService {
  constructor(@Inject(HISTORY_STORE) private readonly store: HistoryStore) {}

  /** Series that are selected and may be read. @throws NgsiError  403 where nothing may be read */
  find(context: ReadContext, asked: AskedSeries): Promise<readonly SeriesFound[]> {
    return this.findFor(context, 'read', asked);
  }

  read(
    { tenancy }: ReadContext,
    series: readonly SeriesKey[],
    page: PageOfSamples,
  ): Promise<readonly SeriesPage[]> {
    return this.store.read(tenancy.tenant, series, page);
  }

  /** @throws NgsiError  413 where it comes to more periods than it may */
  aggregate(
    { tenancy }: ReadContext,
    series: readonly SeriesKey[],
    aggregate: HistoryAggregate,
  ): Promise<readonly SeriesFigures[]> {
    return this.store.aggregate(tenancy.tenant, series, aggregate);
  }

  /** Removes the past of what is selected and may be deleted. @returns how many series that was */
  async remove(context: ReadContext, asked: AskedSeries, window: Window): Promise<number> {
    const series = await this.findFor(context, 'delete', asked);
    await this.store.remove(context.tenancy.tenant, series, window);
    return series.length;
  }

  private async findFor(
    { request: { grants }, tenancy }: ReadContext,
    verb: EntityVerb,
    asked: AskedSeries,
  ): Promise<readonly SeriesFound[]> {
    const { tenant, servicePaths } = tenancy;
    const found = await this.store.find(tenant, { ...asked, servicePaths }, MOST_SERIES);
    return grants === undefined ? found : withinGrants(grants, verb, found);
  }
}

function withinGrants(
  grants: EntityGrants,
  verb: EntityVerb,
  found: readonly SeriesFound[],
): readonly SeriesFound[] {
  const usable = grantsTo(grants, verb);
  return found.filter((series) =>
    usable.some(({ attrs, covers }) => (attrs?.has(series.attr) ?? true) && covers(series)),
  );
}
