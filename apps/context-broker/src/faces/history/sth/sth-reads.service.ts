import { Inject, Injectable } from '@nestjs/common';
import type { PageOfSamples, SeriesKey } from '@smart-city/history';
import { OPTIONS, type BrokerOptions } from '../../../cli/options';
import type { ReadContext } from '../../../context/request-context';
import { HistoryReadsService } from '../../../core/history/history-reads.service';
import type { SthQuery } from './sth-query';
import { aggregatedItems, CSV_HEAD, csvLine, rawItem } from './sth-values';

/** An attribute of an entity, as a path of STH-Comet names it. */
export interface SthAttribute {
  readonly id: string;
  readonly type: string;
  readonly attr: string;
}

export interface SthValues {
  /** JSON texts. */
  readonly items: readonly string[];
  readonly count?: number | undefined;
}

/** What STH-Comet's operations ask of the past. */
@Injectable()
export class SthReadsService {
  /** Bound of one answer. */
  readonly page: number;

  constructor(
    private readonly history: HistoryReadsService,
    @Inject(OPTIONS) { historyPage }: BrokerOptions,
  ) {
    this.page = historyPage;
  }

  /** Raw or aggregated values; none where there is nothing of such an attribute. */
  async values(
    context: ReadContext,
    attribute: SthAttribute,
    query: Exclude<SthQuery, { kind: 'csv' }>,
  ): Promise<SthValues> {
    const series = await this.find(context, attribute, query);
    if (series === undefined) return { items: [], ...(query.page.count && { count: 0 }) };
    if (query.kind === 'raw') {
      const [page] = await this.history.read(context, [series], query.page);
      return { items: page!.samples.map(rawItem), count: page!.count };
    }
    const [figures] = await this.history.aggregate(context, [series], {
      window: query.page.window,
      period: query.period,
      needs: {
        values: query.methods.some((method) => NEEDING_VALUES.has(method)),
        texts: query.methods.includes('occur'),
      },
      most: this.page,
    });
    return { items: aggregatedItems(attribute.attr, figures!.periods, query) };
  }

  /** The lines of a file, read page by page as they are taken. */
  async lines(
    context: ReadContext,
    attribute: SthAttribute,
    query: Extract<SthQuery, { kind: 'csv' }>,
  ): Promise<AsyncGenerator<string>> {
    return this.pages(context, attribute.attr, await this.find(context, attribute, query), query.page);
  }

  /** Removes the past of an attribute, of an entity, or of all of a service path. */
  async remove(context: ReadContext, attribute: Partial<SthAttribute>): Promise<void> {
    const { id, type, attr } = attribute;
    const window = { from: -Infinity, before: Infinity };
    await this.history.remove(
      context,
      {
        ...(id !== undefined && { ids: [id] }),
        ...(type !== undefined && { types: [type] }),
        ...(attr !== undefined && { attrs: [attr] }),
        window,
      },
      window,
    );
  }

  private async *pages(
    context: ReadContext,
    attr: string,
    series: SeriesKey | undefined,
    page: PageOfSamples,
  ): AsyncGenerator<string> {
    yield CSV_HEAD;
    if (series === undefined) return;
    const isBounded = page.newest !== undefined || page.offset !== undefined;
    for (let offset = page.offset ?? 0; ; offset += page.limit) {
      const [found] = await this.history.read(context, [series], { ...page, count: false, offset });
      yield found!.samples.map((sample) => csvLine(attr, sample)).join('');
      if (isBounded || found!.samples.length < page.limit) return;
    }
  }

  /** The series of the attribute; that of the path named first where entities of several paths are called so. */
  private async find(
    context: ReadContext,
    { id, type, attr }: SthAttribute,
    { page: { window } }: SthQuery,
  ): Promise<SeriesKey | undefined> {
    const found = await this.history.find(context, { ids: [id], types: [type], attrs: [attr], window });
    return found.find(({ dataset }) => dataset === '');
  }
}

const NEEDING_VALUES: ReadonlySet<string> = new Set(['first', 'last', 'median']);
