import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type Options } from '../../cli/options';
import { Sql } from '../../database/sql';
import { Caches, type TimedCache } from '../../service/timed-cache';

/** AuthzForce domains of applications; always empty while no AuthzForce is configured. */
@Injectable()
export class AzfDomains {
  private readonly remembered: TimedCache<string>;

  constructor(
    private readonly sql: Sql,
    @Inject(OPTIONS) private readonly options: Options,
    caches: Caches,
  ) {
    this.remembered = caches.create();
  }

  /** The domain's id, or an empty text. */
  async of(applicationId: string): Promise<string> {
    if (!this.options.pdp.authzforce) return '';
    return this.remembered.get(applicationId, async () => {
      const row = await this.sql.first<{ id: string }>(
        'SELECT id FROM authzforce_domains WHERE application_id = ?',
        applicationId,
      );
      return row?.id ?? '';
    });
  }
}
