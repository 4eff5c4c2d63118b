import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { Directory } from '../../../subjects/directory/directory.service';
import { PublicUrl } from '../../../service/public-url';
import { release } from '../../../service/release';

export interface Health {
  readonly numbers: readonly { readonly label: string; readonly value: number }[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly startedAt: number;
  readonly database: { readonly name: string; readonly ms: number };
}

/** The databases by the names that they go by. */
const DATABASE_NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MySQL or MariaDB' } as const;

const megabyte = 1_048_576;

/** How the service is doing, for people; programs ask /health and /metrics. */
@Injectable()
export class ServiceHealth {
  constructor(
    private readonly directory: Directory,
    private readonly publicUrl: PublicUrl,
    @Inject(OPTIONS) private readonly options: Options,
  ) {}

  async read(): Promise<Health> {
    const databaseMs = await this.directory.databaseMs();
    const { users, organizations, applications, sessions } = await this.directory.sizes();
    return {
      numbers: [
        { label: 'health.users', value: users },
        { label: 'nav.organizations', value: organizations },
        { label: 'health.applications', value: applications },
        { label: 'tabs.sessions', value: sessions },
      ],
      facts: [
        { label: 'health.version', value: release.version },
        { label: 'health.address', value: this.publicUrl.toString() },
        { label: 'health.memory', value: `${Math.round(process.memoryUsage().rss / megabyte)} MB` },
        { label: 'health.pdp', value: this.options.pdp.level },
      ],
      startedAt: Date.now() - process.uptime() * 1_000,
      database: {
        name: DATABASE_NAMES[this.options.database.dialect],
        ms: Math.max(1, Math.round(databaseMs)),
      },
    };
  }
}
