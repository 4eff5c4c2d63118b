import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../../cli/options';
import { Directory } from '../../../subjects/directory/directory.service';
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
        { label: 'health.uptime', value: renderUptime(process.uptime()) },
        { label: 'health.address', value: this.publicUrl.toString() },
        { label: 'health.database', value: `${this.options.database.dialect}, ${databaseMs.toFixed(1)} ms` },
        { label: 'health.memory', value: `${Math.round(process.memoryUsage().rss / megabyte)} MB` },
        { label: 'health.pdp', value: this.options.pdp.level },
      ],
    };
  }
}
