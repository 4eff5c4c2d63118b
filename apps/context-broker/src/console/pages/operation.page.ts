import { Inject, Injectable } from '@nestjs/common';
import { RequestCounters } from '../../admin/request-counters';
import { OPTIONS, type BrokerOptions } from '../../cli/options';
import { agoIfEver, lengthOfTime } from '../../html/ages';
import { card, tiles } from '../../html/cards';
import { html, type Html } from '../../html/html';
import { facts, table } from '../../html/table';
import { grouped, serviceName } from '../../html/wording';
import { DeliveryQueue } from '../../notifications/delivery-queue';
import { STORE_FACTS, type BackupNote, type StoreFacts } from '../../storage/store-facts';
import { PRODUCT_VERSION } from '../../version';
import { quantile, summed, Traffic, type TrafficSlice } from '../figures/traffic';
import type { ConsolePage, PageContent } from '../page';
import type { Visit } from '../visit';
import { rate } from './overview-tiles';
import { rateChart } from './rate-chart';
import { durationText, sizeText } from './sizes';

/** Slices of ten seconds. */
const LAST_MINUTE = 6;
const MOST_QUEUES = 25;

export interface OperationData {
  readonly slices: readonly TrafficSlice[];
  /** Lengths by target, those that are empty left out. */
  readonly queues: ReadonlyMap<string, number>;
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
  readonly entry = 'Operation';

  constructor(
    private readonly traffic: Traffic,
    private readonly queue: DeliveryQueue,
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
      storeBytes,
      backup,
      startedAtMs: this.counters.startedAtMs,
      memoryBytes: process.memoryUsage.rss(),
      compatVersion: this.options.gate.compatVersion,
    });
  }
}

export function renderOperation(visit: Visit, data: OperationData): PageContent {
  const { slices, queues, storeBytes } = data;
  const minute = summed(slices.slice(-LAST_MINUTE));
  const all = summed(slices);
  const waiting = [...queues.values()].reduce((sum, size) => sum + size, 0);
  const perSecond = minute.seconds === 0 ? 0 : minute.requests / minute.seconds;
  return {
    title: 'Operation',
    content: html`<h1>Operation</h1>
      ${tiles([
        { name: 'Requests', value: rate(perSecond), note: 'a second, in the last minute' },
        { name: 'Half are faster than', value: durationText(quantile(all, 0.5)), note: 'last ten minutes' },
        {
          name: '95 of 100 are faster than',
          value: durationText(quantile(all, 0.95)),
          note: 'last ten minutes',
        },
        { name: 'Failed', value: grouped(all.errors), note: 'answered 500 or above, last ten minutes' },
        { name: 'Waiting notifications', value: grouped(waiting), note: 'all services' },
        { name: 'Store', value: sizeText(storeBytes), note: serviceName(visit.tenant) },
      ])}${card('rate', 'Requests in the last ten minutes', rateChart(slices))}${card('queues', 'Queues of notifications', queueTable(queues), 'half')}${card('broker', 'Broker', brokerFacts(data, visit.nowSeconds), 'half')}`,
  };
}

function queueTable(queues: ReadonlyMap<string, number>): Html {
  if (queues.size === 0) return html`<p>No notification waits.</p>`;
  const longest = [...queues].sort(([, a], [, b]) => b - a).slice(0, MOST_QUEUES);
  const columns = [{ name: 'Target' }, { name: 'Waiting', isNumber: true }];
  return table(
    'Queues',
    columns,
    longest.map(([target, size]) => [target || 'default', grouped(size)]),
  );
}

function brokerFacts(
  { backup, startedAtMs, memoryBytes, compatVersion }: OperationData,
  nowSeconds: number,
): Html {
  return facts([
    ['Version', `${PRODUCT_VERSION}, compatible with ${compatVersion}`],
    ['Running for', lengthOfTime(nowSeconds - startedAtMs / 1000)],
    ['Memory', sizeText(memoryBytes)],
    ['Last backup', backupText(backup, nowSeconds)],
  ]);
}

function backupText(backup: OperationData['backup'], nowSeconds: number): Html | string {
  if (backup === 'unknown') return "not known: MongoDB is backed up by the server's own tools";
  if (backup === undefined)
    return html`none seen; <code>context-broker backup --to &lt;folder&gt;</code> makes one`;
  return html`${agoIfEver(Date.parse(backup.at) / 1000, nowSeconds)}, in <code>${backup.to}</code>`;
}
