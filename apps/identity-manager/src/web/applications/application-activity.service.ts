import { Inject, Injectable } from '@nestjs/common';
import { Sql } from '../../database/sql';
import type { Clock } from '../../http/clock';
import { CLOCK } from '../../http/tokens';
import type { ChartSeries } from '../bar-chart';

const dayMs = 86_400_000;
const dayCount = 14;

interface Counted {
  readonly day: number | string;
  readonly amount: number | string;
  readonly decision?: string;
}

export interface Activity {
  /** First milliseconds of each day, oldest first. */
  readonly days: readonly number[];
  readonly tokens: readonly ChartSeries[];
  readonly decisions: readonly ChartSeries[];
}

/** What an application did in the last fortnight, by day. */
@Injectable()
export class ApplicationActivity {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async of(applicationId: string): Promise<Activity> {
    const today = Math.floor(this.clock.now() / dayMs);
    const first = today - dayCount + 1;
    const issued = await this.sql.all<Counted>(
      "SELECT FLOOR(occurred_at / 86400000) AS day, COUNT(*) AS amount FROM audit_log WHERE occurred_at >= ? AND application_id = ? AND event = 'token.issue' AND outcome = 'success' GROUP BY FLOOR(occurred_at / 86400000)",
      first * dayMs,
      applicationId,
    );
    const decided = await this.sql.all<Counted>(
      'SELECT day, decision, amount FROM decision_counts WHERE application_id = ? AND day >= ?',
      applicationId,
      first,
    );
    const spread = (rows: readonly Counted[]) => {
      const amounts = Array<number>(dayCount).fill(0);
      for (const { day, amount } of rows) {
        const index = Number(day) - first;
        if (index >= 0 && index < dayCount) amounts[index] = (amounts[index] ?? 0) + Number(amount);
      }
      return amounts;
    };
    const of = (decision: string) => spread(decided.filter((row) => row.decision === decision));
    return {
      days: Array.from({ length: dayCount }, (_, index) => (first + index) * dayMs),
      tokens: [{ name: 'chart.tokens', tone: 's0', values: spread(issued) }],
      decisions: [
        { name: 'chart.permit', tone: 's1', values: of('Permit') },
        { name: 'chart.deny', tone: 's2', values: of('Deny') },
      ],
    };
  }
}
