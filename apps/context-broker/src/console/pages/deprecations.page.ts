import { Injectable } from '@nestjs/common';
import { deprecationReport, type DeprecationReport } from '../../operations/deprecations/deprecation-report';
import { DeprecationUsage } from '../../operations/deprecations/deprecation-usage';
import { usageByDay } from '../../operations/deprecations/usage-by-day';
import type { DailyUse } from '../../operations/deprecations/usage-counts';
import { card } from '../../html/cards';
import { html } from '../../html/html';
import type { ListFile } from '../lists/list-file';
import { memoryFile, memoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { deprecationList } from './deprecation-list';

/** What is deprecated and in use, day by day, and by whom. */
@Injectable()
export class DeprecationsPage implements ConsolePage {
  readonly name = 'deprecations';
  readonly entry = 'deprecations.title';

  constructor(private readonly usage: DeprecationUsage) {}

  async show(visit: Visit): Promise<PageContent> {
    const { report, days } = await this.seen();
    return renderDeprecations(visit, report, days);
  }

  async file(visit: Visit): Promise<ListFile> {
    const { report } = await this.seen();
    return memoryFile(visit, deprecationList(visit, report.features));
  }

  private async seen(): Promise<{ readonly report: DeprecationReport; readonly days: readonly DailyUse[] }> {
    const { running } = this.usage;
    const seen = await this.usage.snapshot();
    return { report: deprecationReport(running, running, seen), days: seen.days };
  }
}

export function renderDeprecations(
  visit: Visit,
  report: DeprecationReport,
  days: readonly DailyUse[],
): PageContent {
  const { words } = visit;
  const { t } = words;
  const isUsed = report.features.some(({ use }) => use.count > 0);
  return {
    title: t('deprecations.title'),
    content: html`<h1>${t('deprecations.title')}</h1>
      ${isUsed ? card('days', t('deprecations.days'), usageByDay(days, words)) : undefined}${card(
        'deprecations',
        t('deprecations.inUse'),
        html`${memoryList(visit, deprecationList(visit, report.features))}
          <p class="note">${t('deprecations.note', { version: report.at })}</p>`,
      )}`,
  };
}
