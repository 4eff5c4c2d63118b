import { Inject, Injectable } from '@nestjs/common';
import { card } from '../../html/cards';
import { html } from '../../html/html';
import { LOG, type BrokerLog } from '../../logs/broker-log';
import { recentTroublesOf, type Trouble } from '../../logs/recent-troubles';
import type { ListFile } from '../lists/list-file';
import { memoryFile, memoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { errorList } from './error-list';

/** What the log said of trouble since the start, lines alike as one. */
@Injectable()
export class ErrorsPage implements ConsolePage {
  readonly name = 'errors';
  readonly below = '';

  constructor(@Inject(LOG) private readonly log: BrokerLog) {}

  show(visit: Visit): Promise<PageContent> {
    return Promise.resolve(renderErrors(visit, recentTroublesOf(this.log)));
  }

  file(visit: Visit): Promise<ListFile> {
    return Promise.resolve(memoryFile(visit, errorList(visit, recentTroublesOf(this.log))));
  }
}

export function renderErrors(visit: Visit, troubles: readonly Trouble[]): PageContent {
  const { t } = visit.words;
  return {
    title: t('trouble.errors'),
    content: html`<p class="crumbs"><a href="${visit.link('')}">${t('trouble.title')}</a></p>
      <h1>${t('trouble.errors')}</h1>
      ${card(
        'errors',
        t('trouble.errors'),
        html`${memoryList(visit, errorList(visit, troubles))}
          <p class="note">${t('trouble.errorsNote')}</p>`,
      )}`,
  };
}
