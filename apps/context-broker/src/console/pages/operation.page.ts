import { Inject, Injectable } from '@nestjs/common';
import { RequestCounters } from '../../operations/admin/request-counters';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { card, tiles } from '../../html/cards';
import { html, type Html } from '../../html/html';
import type { PageWords } from '../../html/page-words';
import { facts } from '../../html/table';
import { DEAD_LETTERS, type DeadLetters } from '../../core/notifications/dead-letters/dead-letters';
import { DeliveryQueue } from '../../core/notifications/delivery-queue';
import { NotificationMetrics } from '../../core/notifications/notification-metrics';
import { STORE_FACTS, type BackupNote, type StoreFacts } from '../../storage/store-facts';
import { PRODUCT_VERSION } from '../../version';
import { quantile, summed, Traffic, type TrafficSlice } from '../figures/traffic';
import type { ListFile } from '../lists/list-file';
import { memoryFile, memoryList } from '../lists/memory-list';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { rate } from './overview-tiles';
import { queueList } from './queue-list';
import { rateChart } from './rate-chart';
import { durationText, sizeText } from './sizes';

/** Slices of ten seconds. */
const LAST_MINUTE = 6;

export interface OperationData {
  readonly slices: readonly TrafficSlice[];
  /** Lengths by target, those that are empty left out. */
  readonly queues: ReadonlyMap<string, number>;
  /** Since the start: notifications without room, and dead letters that had to make room. */
  readonly dropped: { readonly notifications: number; readonly letters: number };
  readonly storeBytes: number;
  readonly backup: BackupNote | 'unknown' | undefined;
  readonly startedAtMs: number;
  readonly memoryBytes: number;
  readonly compatVersion: string;
}

/** How the broker itself fares: rate, latency, queues, store, last backup. */
@Injectable()
export class OperationPage implements ConsolePage {
  readonly name = 'operation';
  readonly entry = 'operation.title';

  constructor(
    private readonly traffic: Traffic,
    private readonly queue: DeliveryQueue,
    private readonly metrics: NotificationMetrics,
    @Inject(DEAD_LETTERS) private readonly letters: DeadLetters | undefined,
    @Inject(STORE_FACTS) private readonly facts: StoreFacts,
    @Inject(RequestCounters) private readonly counters: RequestCounters,
    @Inject(OPTIONS) private readonly options: BrokerOptions,
  ) {}

  async show(visit: Visit): Promise<PageContent> {
    const [storeBytes, backup] = await Promise.all([
      this.facts.sizeBytes(visit.tenant),
      this.facts.lastBackup(),
    ]);
    return renderOperation(visit, {
      slices: this.traffic.recent(),
      queues: this.queue.sizes,
      dropped: { notifications: this.metrics.allDropped, letters: this.letters?.counts.dropped ?? 0 },
      storeBytes,
      backup,
      startedAtMs: this.counters.startedAtMs,
      memoryBytes: process.memoryUsage.rss(),
      compatVersion: this.options.gate.compatVersion,
    });
  }

  /** The queues. */
  file(visit: Visit): Promise<ListFile> {
    return Promise.resolve(memoryFile(visit, queueList(visit, this.queue.sizes)));
  }
}

export function renderOperation(visit: Visit, data: OperationData): PageContent {
  const { slices, queues, dropped, storeBytes } = data;
  const { words } = visit;
  const { t } = words;
  const minute = summed(slices.slice(-LAST_MINUTE));
  const all = summed(slices);
  const waiting = [...queues.values()].reduce((sum, size) => sum + size, 0);
  const perSecond = minute.seconds === 0 ? 0 : minute.requests / minute.seconds;
  const tenMinutes = t('operation.tenMinutes');
  return {
    title: t('operation.title'),
    content: html`<h1>${t('operation.title')}</h1>
      ${tiles([
        { name: t('tile.requests'), value: rate(perSecond, words), note: t('tile.perSecond') },
        { name: t('operation.half'), value: durationText(quantile(all, 0.5), words), note: tenMinutes },
        { name: t('operation.most'), value: durationText(quantile(all, 0.95), words), note: tenMinutes },
        { name: t('operation.failed'), value: words.number(all.errors), note: t('operation.failedNote') },
        { name: t('tile.waiting'), value: words.number(waiting), note: t('tile.allServices') },
        {
          name: t('operation.lost'),
          value: words.number(dropped.notifications),
          note: t('operation.lostNote', { letters: words.number(dropped.letters) }),
        },
        {
          name: t('operation.store'),
          value: sizeText(storeBytes, words),
          note: words.serviceName(visit.tenant),
        },
      ])}${card('rate', t('operation.rate'), rateChart(slices, words))}${card('queues', t('operation.queues'), memoryList(visit, queueList(visit, queues)), 'half')}${card('broker', t('operation.broker'), brokerFacts(data, words), 'half')}`,
  };
}

function brokerFacts(
  { backup, startedAtMs, memoryBytes, compatVersion }: OperationData,
  words: PageWords,
): Html {
  const { t } = words;
  const versions = { version: PRODUCT_VERSION, compatible: compatVersion };
  return facts([
    [t('operation.version'), t('operation.compatible', versions)],
    [t('operation.running'), words.lengthOfTime(words.nowSeconds - startedAtMs / 1000)],
    [t('operation.memory'), sizeText(memoryBytes, words)],
    [t('operation.backup'), backupText(backup, words)],
  ]);
}

function backupText(backup: OperationData['backup'], words: PageWords): Html | string {
  if (backup === 'unknown') return words.t('operation.backupUnknown');
  const folder = words.t('operation.backupFolder');
  if (backup === undefined)
    return words.html('operation.backupNone', {
      command: html`<code>context-broker backup --to ${folder}</code>`,
    });
  return words.html('operation.backupAt', {
    when: words.ago(Date.parse(backup.at) / 1000),
    folder: html`<code>${backup.to}</code>`,
  });
}
