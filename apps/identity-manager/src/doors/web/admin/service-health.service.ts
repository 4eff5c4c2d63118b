import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { Sql } from '../../../database/sql';
import { internalApplicationId } from '../../../subjects/applications/internal-application';
import { PublicUrl } from '../../../service/public-url';
import { release } from '../../../service/release';
import { renderUptime } from '../../../http/version.controller';

export interface Health {
  readonly numbers: readonly { readonly label: string; readonly value: number }[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

const megabyte = 1_048_576;

/** How the service is doing, for people; programs ask /health and /metrics. */
@Injectable()
export class ServiceHealth {
  constructor(
    private readonly sql: Sql,
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  async read(): Promise<Health> {
    const start = performance.now();
    await this.sql.all('SELECT 1');
    const databaseMs = performance.now() - start;
    const [users, organizations, applications, sessions] = await Promise.all([
      this.count('users'),
      this.count('organizations'),
      this.count(`applications WHERE id <> '${internalApplicationId}'`),
      this.count('web_sessions'),
    ]);
    return {
      numbers: [
        { label: 'health.users', value: users },
        { label: 'nav.organizations', value: organizations },
        { label: 'health.applications', value: applications },
        { label: 'tabs.sessions', value: sessions },
      ],
      facts: [
        { label: 'health.version', value: release.version },
        { label: 'health.uptime', value: renderUptime(process.uptime()) },
        { label: 'health.address', value: this.publicUrl.toString() },
        { label: 'health.database', value: `${this.options.database.dialect}, ${databaseMs.toFixed(1)} ms` },
        { label: 'health.memory', value: `${Math.round(process.memoryUsage().rss / megabyte)} MB` },
        { label: 'health.pdp', value: this.options.pdp.level },
        { label: 'health.mail', value: `${this.options.mail.host}:${this.options.mail.port}` },
      ],
    };
  }

  private async count(from: string): Promise<number> {
    const row = await this.sql.first<{ amount: number | string }>(`SELECT COUNT(*) AS amount FROM ${from}`);
    return Number(row?.amount ?? 0);
  }
}
