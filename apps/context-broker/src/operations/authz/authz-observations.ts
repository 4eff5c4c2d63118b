import { Inject, Injectable } from '@nestjs/common';
import type { AuthzObserver, Verdict } from '@smart-city/authz';
import { Counter, Histogram, Registry } from 'prom-client';
import { LOG, type BrokerLog } from '../../logs/broker-log';

type Source = 'cache' | 'checked';

/** Counts verdicts for `/metrics`, and says in the log when the identity manager goes and comes back. */
@Injectable()
export class AuthzObservations implements AuthzObserver {
  readonly registry = new Registry();
  /** Plain numbers: labels cost too much for every request. */
  private readonly counts = new Map<Verdict['kind'], Record<Source, number>>();
  private isAway = false;
  private readonly durations = new Histogram({
    name: 'broker_authz_identity_manager_seconds',
    help: 'Time the identity manager took for a decision',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  constructor(@Inject(LOG) private readonly log: BrokerLog) {
    const { counts } = this;
    new Counter({
      name: 'broker_authz_verdicts_total',
      help: 'Verdicts of the built-in enforcement, by where they came from',
      labelNames: ['verdict', 'source'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [verdict, { cache, checked }] of counts) {
          this.inc({ verdict, source: 'cache' }, cache);
          this.inc({ verdict, source: 'checked' }, checked);
        }
      },
    });
  }

  judged(verdict: Verdict, source: Source): void {
    let count = this.counts.get(verdict.kind);
    if (!count) this.counts.set(verdict.kind, (count = { cache: 0, checked: 0 }));
    count[source]++;
    if (source === 'cache') return;
    if (verdict.kind === 'unavailable') this.away(verdict.reason);
    else if (verdict.kind !== 'unauthenticated' && verdict.kind !== 'malformed') this.back();
  }

  asked(durationMs: number): void {
    this.durations.observe(durationMs / 1000);
  }

  private away(reason: string): void {
    if (!this.isAway) this.log.error(`Runtime Error (requests are refused: ${reason})`);
    this.isAway = true;
  }

  private back(): void {
    if (this.isAway) this.log.info('the identity manager decides again');
    this.isAway = false;
  }
}
