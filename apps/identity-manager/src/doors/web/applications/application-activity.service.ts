import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../../service/clock';
import { CLOCK } from '../../../service/tokens';
import { AuditReader } from '../../../subjects/audit/audit-reader.service';
import { DecisionCounts } from '../../../subjects/decisions/decision-counts';
import { RoleOverviews } from '../../../subjects/roles/role-overview.service';
import { TokensInUse } from '../../../subjects/tokens/tokens-in-use.service';
import { barChart, type BarChart, type ChartSeries } from '../bar-chart';

const dayMs = 86_400_000;
const dayCount = 14;

/** How much there was of something on a day, in days since 1970. */
interface Counted {
  readonly day: number;
  readonly amount: number;
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
    private readonly roles: RoleOverviews,
    private readonly tokens: TokensInUse,
    private readonly audit: AuditReader,
    private readonly decisions: DecisionCounts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async numbers(applicationId: string): Promise<readonly LabelledNumber[]> {
    const { users, roles, permissions } = await this.roles.numbers(applicationId);
    return [
      { label: 'assign.now.users', value: users },
      { label: 'roles.roles', value: roles },
      { label: 'roles.permissions', value: permissions },
      { label: 'tokens.inUse', value: await this.tokens.count({ applicationId }) },
    ];
  }

  async charts(applicationId: string): Promise<readonly ActivityChart[]> {
    const first = Math.floor(this.clock.now() / dayMs) - dayCount + 1;
    const issued = await this.audit.countByDay('token.issue', applicationId, first * dayMs);
    const decided = await this.decisions.since(applicationId, first);
    const of = (decision: string) =>
      spread(
        decided.filter((row) => row.decision === decision),
        first,
      );
    return [
      chart('chart.tokensTitle', first, [
        { name: 'chart.tokens', tone: 's0', values: spread(issued, first) },
      ]),
      chart('chart.decisionsTitle', first, [
        { name: 'chart.permit', tone: 's1', values: of('Permit') },
        { name: 'chart.deny', tone: 's2', values: of('Deny') },
      ]),
    ];
  }
}

/** One amount for each day of the fortnight. */
function spread(rows: readonly Counted[], first: number): number[] {
  const amounts = Array<number>(dayCount).fill(0);
  for (const { day, amount } of rows) {
    const index = day - first;
    if (index >= 0 && index < dayCount) amounts[index] = (amounts[index] ?? 0) + amount;
  }
  return amounts;
}

const chart = (title: string, first: number, series: readonly ChartSeries[]): ActivityChart => ({
  title,
  series,
  days: Array.from({ length: dayCount }, (_, index) => (first + index) * dayMs),
  ...barChart(series),
});
