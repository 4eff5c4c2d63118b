import { Inject, Injectable } from '@nestjs/common';
import { Sql } from '../../../database/sql';
import type { Clock } from '../../../service/clock';
import { CLOCK } from '../../../service/tokens';
import { TokensInUse } from '../../../subjects/tokens/tokens-in-use.service';
import { barChart, type BarChart, type ChartSeries } from '../bar-chart';

const dayMs = 86_400_000;
const dayCount = 14;

interface Counted {
  readonly day: number | string;
  readonly amount: number | string;
  readonly decision?: string;
}

export interface ActivityChart extends BarChart {
  /** Message key. */
  readonly title: string;
  readonly series: readonly ChartSeries[];
  /** First milliseconds of each day, oldest first. */
  readonly days: readonly number[];
}

/** A number with its message key. */
export interface LabelledNumber {
  readonly label: string;
  readonly value: number;
}

/** How much there is in an application, and what it did in the last fortnight. */
@Injectable()
export class ApplicationActivity {
  constructor(
    private readonly sql: Sql,
    private readonly tokens: TokensInUse,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async numbers(applicationId: string): Promise<readonly LabelledNumber[]> {
    const row = await this.sql.first<Readonly<Record<'people' | 'roles' | 'permissions', number | string>>>(
      `SELECT (SELECT COUNT(DISTINCT user_id) FROM role_assignments WHERE application_id = ?) AS people,
              (SELECT COUNT(*) FROM roles WHERE application_id = ?) AS roles,
              (SELECT COUNT(*) FROM permissions WHERE application_id = ?) AS permissions`,
      applicationId,
      applicationId,
      applicationId,
    );
    return [
      { label: 'assign.now.users', value: Number(row?.people ?? 0) },
      { label: 'roles.roles', value: Number(row?.roles ?? 0) },
      { label: 'roles.permissions', value: Number(row?.permissions ?? 0) },
      { label: 'tokens.inUse', value: await this.tokens.count(applicationId) },
    ];
  }

  async charts(applicationId: string): Promise<readonly ActivityChart[]> {
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
    const days = Array.from({ length: dayCount }, (_, index) => (first + index) * dayMs);
    const chart = (title: string, series: readonly ChartSeries[]) => ({
      title,
      series,
      days,
      ...barChart(series),
    });
    return [
      chart('chart.tokensTitle', [{ name: 'chart.tokens', tone: 's0', values: spread(issued) }]),
      chart('chart.decisionsTitle', [
        { name: 'chart.permit', tone: 's1', values: of('Permit') },
        { name: 'chart.deny', tone: 's2', values: of('Deny') },
      ]),
    ];
  }
}
