import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { OPTIONS, type BrokerOptions } from '../cli/options';
import { Alarms, type AlarmCounts, type AlarmKind } from './alarms';
import { LOG, type BrokerLog } from './broker-log';

const LINES: readonly (readonly [AlarmKind, string])[] = [
  ['NotificationError', 'Notification failure'],
  ['ForwardingError', 'Forwarding failure'],
  ['MqttConnectionError', 'MQTT connection failure'],
  ['BadInput', 'Bad input'],
];

/** With `-logSummary`: six lines every period. */
@Injectable()
export class LogSummary implements OnModuleDestroy {
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly last = new Map<AlarmKind, AlarmCounts>();
  private transactions = 0;
  private lastTransactions = 0;

  constructor(
    @Inject(OPTIONS) { logSummarySeconds }: BrokerOptions,
    @Inject(LOG) private readonly log: BrokerLog,
    private readonly alarms: Alarms,
  ) {
    if (logSummarySeconds > 0) this.timer = setInterval(() => this.write(), logSummarySeconds * 1000).unref();
  }

  countTransaction(): void {
    this.transactions++;
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private write(): void {
    this.log.summary(
      `Transactions: ${this.transactions} (new: ${this.transactions - this.lastTransactions})`,
    );
    this.lastTransactions = this.transactions;
    const database = this.alarms.counts('DatabaseError');
    this.log.summary(
      `DB status: ${database.active > 0 ? 'erroneous' : 'ok'}, ${this.tail('DatabaseError', database)}`,
    );
    for (const [kind, name] of LINES) {
      const counts = this.alarms.counts(kind);
      this.log.summary(`${name} active alarms: ${counts.active}, ${this.tail(kind, counts)}`);
    }
  }

  private tail(kind: AlarmKind, now: AlarmCounts): string {
    const before = this.last.get(kind) ?? { raised: 0, released: 0 };
    this.last.set(kind, now);
    return `raised: (total: ${now.raised}, new: ${now.raised - before.raised}), released: (total: ${now.released}, new: ${now.released - before.released})`;
  }
}
