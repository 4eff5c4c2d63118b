import { Inject, Injectable } from '@nestjs/common';
import type { SeriesKey } from '@smart-city/history';
import { OPTIONS, type BrokerOptions } from '../../../cli/options';
import type { ReadContext } from '../../../context/request-context';
import { HistoryReadsService } from '../../../core/history/history-reads.service';
import { HistoryFault } from '../history-fault';
import type { QlQuery } from './ql-query';
import { pageOfRows, valuesOfPeriods, valuesOfSamples, type QlEntity, type QlValues } from './ql-series';

/** Entities that a path names. */
export interface QlEntities {
  readonly id?: string;
  readonly type?: string;
  readonly attr?: string;
}

export interface LastChange {
  readonly id: string;
  readonly type: string;
  readonly lastAt: number;
}

/** Fault of a request that nothing is found for. */
const noRecords = (): HistoryFault => new HistoryFault(404, 'No records were found for such query.');

/** What QuantumLeap's operations ask of the past. */
@Injectable()
export class QlReadsService {
  /** Values of one answer. */
  readonly page: number;

  constructor(
    private readonly history: HistoryReadsService,
    @Inject(OPTIONS) { historyPage }: BrokerOptions,
  ) {
    this.page = historyPage;
  }

  /**
   * Entities that have values, in the order of their ids, with their attributes in the order of names. The rows of all of them
   * together are the page that is asked for; `lastN` counts for each.
   *
   * @throws HistoryFault  404 where there are none, or the values cannot be aggregated; 409 where an id is not enough
   */
  async read(context: ReadContext, named: QlEntities, query: QlQuery): Promise<readonly QlEntity[]> {
    const entities = await this.find(context, named, query);
    if (named.id !== undefined && new Set(entities.map(([one]) => one!.type)).size > 1)
      throw new HistoryFault(
        409,
        `There are multiple entities with the given entity_id ${named.id}. Please specify entity_type.`,
      );
    const found: QlEntity[] = [];
    let { offset, limit } = query;
    for (const series of entities) {
      if (limit <= 0) break;
      const all = await this.attributesOf(context, series, { ...query, offset: 0, limit: offset + limit });
      const page = pageOfRows(all, { lastN: query.lastN, offset, limit });
      const [rows, taken] = [rowsOf(all), rowsOf(page)];
      offset = Math.max(0, offset - rows);
      limit -= taken;
      if (taken > 0) found.push({ id: series[0]!.id, type: series[0]!.type, attributes: page });
    }
    if (found.length === 0) throw noRecords();
    return found;
  }

  /** When entities changed last, those of a page. @throws HistoryFault  404 where there are none */
  async lastChanges(context: ReadContext, query: QlQuery): Promise<readonly LastChange[]> {
    const entities = await this.find(context, {}, query);
    const found = entities
      .map((series) => ({
        id: series[0]!.id,
        type: series[0]!.type,
        lastAt: Math.max(...series.map(({ lastAt }) => lastAt)),
      }))
      .slice(query.offset, query.offset + query.limit);
    if (found.length === 0) throw noRecords();
    return found;
  }

  /** @throws HistoryFault  404 where there is nothing to remove */
  async remove(context: ReadContext, named: QlEntities, query: QlQuery): Promise<void> {
    const asked = { ...selectionOf(named, query), attrs: undefined };
    if ((await this.history.remove(context, asked, query.window)) === 0) throw noRecords();
  }

  /** Series by entity. */
  private async find(
    context: ReadContext,
    named: QlEntities,
    query: QlQuery,
  ): Promise<readonly (readonly (SeriesKey & { readonly lastAt: number })[])[]> {
    const found = (await this.history.find(context, selectionOf(named, query))).filter(
      ({ dataset }) => dataset === '',
    );
    const entities = new Map<string, (typeof found)[number][]>();
    for (const series of found) {
      const key = JSON.stringify([series.id, series.type, series.servicePath]);
      const own = entities.get(key);
      if (own === undefined) entities.set(key, [series]);
      else own.push(series);
    }
    return [...entities.values()];
  }

  private async attributesOf(
    context: ReadContext,
    series: readonly SeriesKey[],
    query: QlQuery,
  ): Promise<readonly QlValues[]> {
    const { window, aggregate, lastN, limit } = query;
    if (aggregate === undefined) {
      const pages = await this.history.read(context, series, {
        window,
        newest: lastN,
        limit,
        valuesOnly: true,
      });
      return pages.map(({ series: { attr }, samples }) => valuesOfSamples(attr, samples));
    }
    const figures = await this.history.aggregate(context, series, {
      window,
      period: aggregate.period,
      needs: { values: false, texts: false },
      most: this.page,
    });
    return figures.map(({ series: { attr }, periods }) => {
      if (periods.some(({ numbers }) => numbers === 0))
        throw new HistoryFault(404, 'AggrMethod cannot be applied');
      return valuesOfPeriods(attr, periods, aggregate.method);
    });
  }
}

/** An aggregate of all values is a row without time. */
const rowsOf = (attributes: readonly QlValues[]): number =>
  Math.max(0, ...attributes.map(({ index, values }) => Math.max(index.length, values.length)));

const selectionOf = ({ id, type = undefined, attr }: QlEntities, query: QlQuery) => ({
  ids: id === undefined ? query.ids : [id],
  idPattern: id === undefined ? query.idPattern : undefined,
  types: typesOf(type ?? query.type),
  attrs: attr === undefined ? query.attrs : [attr],
  window: query.window,
});

const typesOf = (type: string | undefined): readonly string[] | undefined =>
  type === undefined ? undefined : type.split(',');
